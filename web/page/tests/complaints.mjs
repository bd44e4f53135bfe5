/** What axe-core complains of. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Waits until what the page knows is what it shows. */
export const painted = (page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

/** All that depends on colours. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];

/** All that depends on the size of the window, and on colours. */
const OF_LAYOUT = [...OF_COLOURS, 'target-size', 'scrollable-region-focusable'];

/**
 * What is wrong with the page as it stands; or with its colours, where all else was looked at in other ones; or with
 * its layout and its colours, where the same elements were looked at in another size.
 */
export async function complaints(page, { onlyColours = false, onlyLayout = false } = {}) {
  await painted(page);
  // The page's policy forbids inline scripts; evaluate goes round it.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe);
  // What passes is not described, and style sheets are not fetched again for rules that nobody asked for.
  const options = { resultTypes: ['violations'], preload: { assets: ['media'] }, rules: { 'target-size': { enabled: true } } };
  if (onlyColours) options.runOnly = OF_COLOURS;
  if (onlyLayout) options.runOnly = OF_LAYOUT;
  return page.evaluate(async (how) => {
    const { violations } = await globalThis.axe.run(how);
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.html.slice(0, 160)} ${node.any[0]?.message ?? ''}`).join(' | ')}`);
  }, options);
}

/** Fails on what is wrong with the page as it stands. With BOUTON_PICTURES=FOLDER it is pictured there. */
export async function inspect(page, what, how) {
  const found = await complaints(page, how);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(wide <= 0, `${what}: ${wide} pixels too wide`);
  if (process.env.BOUTON_PICTURES) await page.screenshot({ path: `${process.env.BOUTON_PICTURES}/${what}.png`, fullPage: true });
  assert.deepEqual(found, [], `${what}: axe`);
}

/** The other colours, without leaving what is open. */
export const colours = (page, theme) => page.evaluate((name) => (document.documentElement.dataset.theme = name), theme);
