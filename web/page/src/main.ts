/** Starts the page. */
import { mount } from 'svelte';

import App from './App.svelte';
import { speak, wanted } from './text/language.svelte';
import './app.css';

const target = document.getElementById('app');
if (target) {
  if (typeof WebAssembly === 'object' && typeof Worker === 'function') {
    const language = wanted(/&lang=(\w+)/.exec(location.hash)?.[1]);
    // English is there already.
    if (language === 'en') mount(App, { target });
    else void speak(language, false).then(() => mount(App, { target }));
  } else {
    const sentence = document.createElement('p');
    sentence.className = 'fault';
    sentence.setAttribute('role', 'alert');
    sentence.textContent =
      'This browser has no WebAssembly, which the engine is made of. A newer browser will do, and so does the command line: bouton play "nim: 3 4 5".';
    target.append(sentence);
  }
}
