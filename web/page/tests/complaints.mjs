/** What axe-core complains of. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Waits until what the page knows is what it shows. */
export const painted = (page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

/** What is wrong with the page as it stands. */
export async function complaints(page) {
  await painted(page);
  // The page's policy forbids inline scripts; evaluate goes round it.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe);
  return page.evaluate(async () => {
    const { violations } = await globalThis.axe.run();
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.html.slice(0, 160)} ${node.any[0]?.message ?? ''}`).join(' | ')}`);
  });
}

/** The other colours, without leaving what is open. */
export const colours = (page, theme) => page.evaluate((name) => (document.documentElement.dataset.theme = name), theme);
