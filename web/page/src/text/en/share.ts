/** Copying and saving. */

export const share = {
  copyLink: 'Copy link',
  copyText: 'Copy text',
  copySvg: 'Copy SVG',
  copyPng: 'Copy PNG',
  saveSvg: 'Save SVG',
  savePng: 'Save PNG',
  print: 'Print',
  link: 'The link is copied.',
  text: 'The text is copied.',
  svg: 'The picture is copied as SVG.',
  png: 'The picture is copied as PNG.',
  saved: 'Saved.',
  noPictures: 'This browser copies no pictures, so it was saved as a file.',
  /** What browsers refuse. */
  noCopy: 'The browser does not allow copying here.',
  noDrawing: 'The browser cannot draw this picture.',
  noCanvas: 'The browser cannot draw pictures.',
  tooLarge: 'The picture is too large.',
};
