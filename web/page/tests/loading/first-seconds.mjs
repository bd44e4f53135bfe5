/** What a visitor sees first, on a laptop and on a phone. */
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { SIZES } from '../browser.mjs';
import { board, button, inWindow, overflow, says, site, status, stones, turn } from '../harness.mjs';

const own = site();

for (const size of Object.keys(SIZES)) {
  test(`the first ten seconds on a ${size}`, async (t) => {
    const page = await own.open(t, '', { size });

    await t.test('it opens on Nim 3 4 5, and it is your move', async () => {
      await turn(page);
      assert.equal(await status(page).textContent(), 'Your move');
      assert.equal(await board(page).getAttribute('aria-label'), 'nim: 3 4 5');
      assert.equal(await stones(page).count(), 12);
      assert.equal(await page.locator('dialog[open]').count(), 0);
    });

    await t.test('it says what this is, the rule, and what to do', async () => {
      await says(page.locator('.brand'), 'Bouton');
      await says(page.locator('main'), 'Nim and its relatives');
      await says(page.getByTestId('rules'), /takes any number of stones.* from one heap\. Whoever takes the last stone wins\.$/);
      await says(page.locator('.last'), 'Click a stone.');
      assert.equal(await button(page, 'Fair').getAttribute('aria-pressed'), 'true');
      assert.deepEqual(await page.locator('[aria-labelledby=challenges] button').allInnerTexts(), ['☆ Beat Fair', '☆ Beat Hard', '☆ Beat Perfect']);
    });

    await t.test('board and buttons are seen without scrolling', async () => {
      for (const name of ['Hint', 'Undo', 'Redo', 'New game', 'Set up']) {
        assert.ok(await inWindow(page, button(page, name)), `the button ${name}`);
      }
      assert.ok(await inWindow(page, board(page)), 'the board');
      assert.ok(await inWindow(page, status(page)), 'whose move it is');
      assert.equal(await overflow(page), 0);
    });

    await t.test('the nim-sum stands below in binary once it is asked for', async () => {
      assert.equal(await page.locator('table').count(), 0);
      await button(page, 'Nim-sum').click();
      const rows = page.locator('table tr');
      await says(rows, 'nim-sum');
      assert.deepEqual(await rows.allInnerTexts(), [
        '\t4\t2\t1\t',
        'pile 1\t0\t1\t1\t= 3',
        'pile 2\t1\t0\t0\t= 4',
        'pile 3\t1\t0\t1\t= 5',
        'nim-sum\t0\t1\t0\t= 2',
      ]);
      const { y: top } = await rows.first().boundingBox();
      const picture = await board(page).boundingBox();
      assert.ok(top >= picture.y + picture.height, 'it is below the board');
    });

    await t.test('a stone takes itself and those above, and the engine answers', async () => {
      // From the pile of five the upper three: the second stone stays with the first.
      await page.getByRole('button', { name: 'Pile 3, stone 3 of 5' }).click();
      await says(page.locator('.last'), /engine: /i);
      await turn(page);
      const moves = decodeURIComponent(new URL(page.url()).hash).match(/moves=(.*)$/)?.[1].split(';');
      assert.equal(moves?.[0], '3 -> 2');
      assert.equal(moves?.length, 2);
      assert.match(await board(page).getAttribute('aria-label'), /^nim: /);
    });
  });
}

test('where motion is wanted, the engine waits a moment before it answers', async (t) => {
  const page = await own.open(t, '', { motion: 'no-preference' });
  await turn(page);
  await page.getByRole('button', { name: 'Pile 3, stone 3 of 5' }).click();
  await says(status(page), 'The engine is thinking');
  await turn(page);
});

test('what a click would take is shown when a stone is pointed at', async (t) => {
  const page = await own.visit(t);
  await turn(page);
  await page.getByRole('button', { name: 'Pile 3, stone 2 of 5' }).hover();
  await page.locator('.threatened').nth(3).waitFor();
  assert.equal(await page.locator('.threatened').count(), 4);
});

test('on a phone all of the menu is seen, and a finger hits each of its links', async (t) => {
  const page = await own.open(t, '', { size: 'phone' });
  await turn(page);
  for (const link of await page.locator('nav a').all()) {
    assert.ok(await inWindow(page, link), await link.textContent());
    assert.ok((await link.boundingBox()).height >= 24);
  }
});

test('whatever can be pressed is 24 pixels wide and high', async (t) => {
  const page = await own.open(t, '', { size: 'phone' });
  await turn(page);
  const small = await page.locator('button:visible, a:visible, summary:visible').evaluateAll((all) =>
    all
      .filter((each) => !each.closest('.skip'))
      .map((each) => ({ what: each.textContent || each.ariaLabel, box: each.getBoundingClientRect() }))
      .filter(({ box }) => box.width < 24 || box.height < 24)
      .map(({ what }) => what),
  );
  assert.deepEqual(small, []);
});

test('a wide window is used', async (t) => {
  const page = await own.open(t);
  await turn(page);
  await page.setViewportSize({ width: 1920, height: 1080 });
  const { width } = await page.locator('main').boundingBox();
  assert.ok(width > 1800, `${width} pixels`);
  assert.ok((await board(page).boundingBox()).height > 450);
});
