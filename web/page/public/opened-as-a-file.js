// Browsers load no modules from a file, so nothing else of this page runs there.
if (location.protocol === 'file:') {
  var sentence = document.createElement('p');
  sentence.setAttribute('role', 'alert');
  sentence.append('This page does not run by a double click: it is made for a web server. Open ');
  var link = document.createElement('a');
  link.href = 'bouton.html' + location.hash;
  link.textContent = 'bouton.html';
  sentence.append(link, ' instead, which stands beside it and needs none, or serve this folder with any web server.');
  document.getElementById('app').append(sentence);
}
