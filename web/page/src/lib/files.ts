/** Copying and saving: text, SVG and PNG. */
import { share as english } from '../text/en/share';
import { words } from '../text/language.svelte';

const text = () => words('share', english);

export async function copyText(copied: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(copied);
    return;
  } catch {
    // Pages opened as files may not use the clipboard; the old way still works there.
  }
  const field = document.createElement('textarea');
  field.value = copied;
  field.style.position = 'fixed';
  field.style.opacity = '0';
  document.body.append(field);
  field.select();
  const done = document.execCommand('copy');
  field.remove();
  if (!done) throw new Error(text().noCopy);
}

export function save(name: string, content: BlobPart, type: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The click has begun the download by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

const SCALE = 2;

export async function toPng(svg: string): Promise<Blob> {
  const image = new Image();
  const url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    await new Promise((resolve, reject) => {
      image.onload = resolve;
      image.onerror = () => reject(new Error(text().noDrawing));
      image.src = url;
    });
    const canvas = document.createElement('canvas');
    canvas.width = image.naturalWidth * SCALE;
    canvas.height = image.naturalHeight * SCALE;
    const context = canvas.getContext('2d');
    if (!context) throw new Error(text().noCanvas);
    context.fillStyle = '#ffffff';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) =>
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error(text().tooLarge)))),
    );
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** Pictures on the clipboard are not everywhere; then it becomes a file. */
export async function copyPng(svg: string, name: string): Promise<'copied' | 'saved'> {
  const blob = await toPng(svg);
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': blob })]);
    return 'copied';
  } catch {
    save(name, blob, 'image/png');
    return 'saved';
  }
}

/** A name for a file, from an address. */
export const fileName = (address: string, ending: string): string =>
  `${address.replace(/[^a-z0-9]+/gi, '-').replace(/^-|-$/g, '').slice(0, 60) || 'bouton'}.${ending}`;
