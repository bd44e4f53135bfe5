/** The lessons: every page of every lesson is solved. */
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { SIZES } from '../browser.mjs';
import { colours, inspect, painted } from '../complaints.mjs';
import { fragment, site } from '../harness.mjs';
import { solvers } from '../solvers.mjs';

const own = site();
const LESSONS = { nim: 6, why: 6, misere: 5, mex: 5, sums: 5, graphs: 6, kayles: 6, wythoff: 6, moore: 6, chomp: 6, beyond: 6 };

/** Whether everything that can be pressed on a phone lies open: nothing is in front of it. */
const covered = (page) =>
  page.evaluate(() => {
    const controls = [...document.querySelectorAll('main :is(button, input, select, summary, a[href])')];
    return controls
      .filter((control) => !control.disabled && control.checkVisibility({ visibilityProperty: true }))
      .filter((control) => {
        control.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
        const { left, top, width, height } = control.getBoundingClientRect();
        const front = document.elementFromPoint(left + width / 2, top + height / 2);
        return !front || !(control.contains(front) || front.closest('label')?.control === control);
      })
      .map((control) => control.outerHTML.slice(0, 160));
  });

/** Looks at a page in both sizes, each in its own colours. */
async function look(page, what, [onLaptop, onPhone]) {
  await colours(page, onLaptop);
  // Nothing of a lesson is hidden in one size alone, so on a laptop the layout is what differs.
  await inspect(page, `laptop-${what}`, { onlyLayout: true });
  await page.setViewportSize(SIZES.phone);
  await colours(page, onPhone);
  await inspect(page, `phone-${what}`);
  assert.deepEqual(await covered(page), [], `${what}: on a phone something is in front of these`);
  await page.setViewportSize(SIZES.laptop);
}

test('every page of every lesson can be solved, and is accessible before and after', async (t) => {
  const page = await own.visit(t, fragment('', { view: 'learn' }));
  await page.getByRole('heading', { name: 'Learn' }).waitFor();
  await look(page, 'start', ['light', 'dark']);
  await page.getByRole('link', { name: 'Nim and xor' }).click();
  for (const [lesson, pages] of Object.entries(LESSONS)) {
    for (let at = 1; at <= pages; at++) {
      await page.waitForURL(new RegExp(`lesson=${lesson}&page=${at}$`));
      await page.locator('[data-task]').first().waitFor();
      await look(page, `${lesson}-${at}`, ['light', 'dark']);
      for (let number = 0; number < (await page.locator('[data-task]').count()); number++) {
        const task = page.locator('[data-task]').nth(number);
        await solvers[await task.getAttribute('data-task')](task);
        await painted(page);
      }
      await page.locator('.dot.ready[aria-current="step"]').waitFor();
      await look(page, `${lesson}-${at}-done`, ['dark', 'light']);
      await page.locator('.pager > button').last().click();
    }
  }
  await page.getByRole('heading', { name: 'Learn' }).waitFor();
  assert.equal(await page.getByText(/^(\d) of \1 pages done$/).count(), Object.keys(LESSONS).length, 'every lesson is done');
});
