/** Certificates, equal positions, lists of P-positions and the calculator. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

import { button, fragment, overflow, says, site, until } from '../harness.mjs';

const own = site();

test('a certificate is made, saved, and passes when it is checked; one that was changed does not', async (t) => {
  const page = await own.visit(t, fragment('kayles', { view: 'sequences' }));
  await page.getByTestId('verdict').waitFor();
  await page.locator('summary', { hasText: 'Certificates' }).click();
  await button(page, 'Make the certificate of kayles').click();
  await says(page.getByTestId('certificate'), /^bouton certificate 1[\s\S]*period 12\npreperiod 71/);
  await until(() => page.url().includes('certificate=yes'), 'it is in the link');
  const [saved] = await Promise.all([page.waitForEvent('download'), button(page, 'Save').click()]);
  assert.equal(saved.suggestedFilename(), 'certificate-kayles.txt');
  const written = readFileSync(await saved.path(), 'utf8');
  const file = join(tmpdir(), `bouton-certificate-${process.pid}.txt`);
  writeFileSync(file, written);
  await page.getByLabel('Choose a file').setInputFiles(file);
  await says(page.getByTestId('checked'), 'The certificate holds.');
  await page.getByLabel('Its text').fill(written.replace('period 12', 'period 24'));
  await button(page, 'Check it').last().click();
  await says(page.getByTestId('checked'), 'The certificate is rejected.');
  await page.getByLabel('Its text').fill('<b>nonsense</b>');
  await button(page, 'Check it').last().click();
  await says(page.getByRole('alert'), /not a certificate/);
  await page.getByLabel('Its text').fill(' ');
  await button(page, 'Check it').last().click();
  await says(page.getByRole('alert'), 'There is nothing to check');
});

test('a certificate that is dropped is checked', async (t) => {
  const page = await own.visit(t, fragment('octal(0.77)', { view: 'sequences', certificate: 'yes' }));
  await button(page, 'Make the certificate of octal(0.77)').click();
  const written = await page.getByTestId('certificate').textContent();
  await page.evaluate((text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], 'certificate.txt', { type: 'text/plain' }));
    document.querySelector('.drop').dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: data }));
  }, written);
  await says(page.getByTestId('checked'), 'The certificate holds.');
});

test('where nothing is proved there is no certificate to make', async (t) => {
  const page = await own.visit(t, fragment('octal(0.007)', { view: 'sequences', certificate: 'yes' }));
  await page.getByLabel('Its text').waitFor();
  assert.equal(await page.getByRole('button', { name: /^Make the certificate/ }).count(), 0);
});

test('two positions are compared, and the link shows the same elsewhere', async (t) => {
  const page = await own.visit(t, fragment('kayles: 3', { view: 'analyse' }));
  await page.getByTestId('outcome').waitFor();
  await page.locator('summary', { hasText: 'Compare with another game' }).click();
  await button(page, 'Compare').click();
  await says(page.getByRole('alert'), 'Compare with what?');
  await page.getByLabel('The other position').fill('nim: 3');
  await button(page, 'Compare').click();
  await says(page.getByTestId('same'), /^The same$/);
  await until(() => page.url().includes('same=nim%3A%203'));
  await page.getByLabel('The other position').fill('nim: 4');
  await button(page, 'Compare').click();
  await says(page.getByTestId('same'), /^Not the same$/);
  await page.getByLabel('The other position').fill('nonsense: 4');
  await button(page, 'Compare').click();
  await says(page.getByRole('alert'), /nonsense/);
});

test('P-positions are listed as the command line lists them', async (t) => {
  const page = await own.visit(t, fragment('', { view: 'tables' }));
  await page.getByRole('link', { name: 'P-positions' }).click();
  await says(page.getByTestId('found'), '15 P-positions among 120 positions.');
  await page.getByLabel('Game of heaps').fill('wythoff');
  await page.getByLabel('Heaps', { exact: true }).fill('2');
  await page.getByLabel('To size').fill('10');
  await button(page, 'List').click();
  await page.getByRole('link', { name: '4 7', exact: true }).waitFor();
  assert.deepEqual(await page.locator('section li a').allInnerTexts(), ['0 0', '1 2', '3 5', '4 7', '6 10']);
  await page.getByLabel('Heaps', { exact: true }).fill('99');
  await button(page, 'List').click();
  await says(page.getByRole('alert'), 'The page lists 1 to 6 heaps');
  await page.getByRole('link', { name: '4 7', exact: true }).click();
  await says(page.getByTestId('outcome'), 'P-position');
});

test('the calculator knows products, quotients and roots, and says what is wrong where', async (t) => {
  const page = await own.visit(t, fragment('', { view: 'tables', kind: 'nimbers' }));
  for (const [expression, value] of [['5 * 7', '13'], ['5 * 7 + sqrt(2) / 12', '2'], ['10 * 11', '4'], ['1 / 15 * 15', '1']]) {
    await page.getByLabel('Expression').fill(expression);
    await button(page, 'Compute').click();
    await until(async () => (await page.getByTestId('nimber').textContent()) === `${expression} = ${value}`, expression);
  }
  assert.ok(page.url().includes(encodeURIComponent('1 / 15 * 15')), 'it is in the link');
  await page.getByLabel('Expression').fill('5 / (2 + 2)');
  await button(page, 'Compute').click();
  await says(page.getByRole('alert'), /column 3.*division by zero/i);
});

test('the rule of a game is found, with what proves it, and what is only observed says so', async (t) => {
  const page = await own.visit(t, fragment('wythoff', { view: 'tables', kind: 'pattern', heaps: '2' }));
  await says(page.getByTestId('lost'), /Proved[^]*golden ratio[^]*Wythoff 1907/);
  await says(page.getByTestId('values'), 'Nothing found');
  await button(page, 'chomp: 2x{n}').click();
  await says(page.getByTestId('values'), /Only observed[^]*3 more each time[^]*that is no proof/);
  assert.match(page.url(), /chomp%3A%202x%7Bn%7D.*kind=pattern/);
  await page.getByLabel(/^Game, or positions/).fill('nonsense');
  await button(page, 'Look for it').click();
  await says(page.getByRole('alert'), /nonsense/);
});

test('lost moves stand by how long they hold out, and say so', async (t) => {
  const page = await own.visit(t, fragment('nim: 1 4 5', { view: 'analyse' }));
  const moves = page.locator('section[aria-label="All moves"] li');
  await moves.last().waitFor();
  const plies = (await moves.allInnerTexts()).map((text) => Number(/holds out for (\d+) more/.exec(text)?.[1]));
  assert.equal(plies.length, 10);
  assert.deepEqual(plies, plies.toSorted((one, other) => other - one));
  assert.ok(plies[0] > plies.at(-1), 'they differ');
  await page.goto(own.url + fragment('nim: 1000 1001 1', { view: 'analyse' }));
  await says(page.locator('main'), 'How long lost moves hold out is not known');
});

test('the parts of a sum are named on the board, and the rules say who loses', async (t) => {
  const page = await own.visit(t, fragment('kayles: 3 + nim: 2', { view: 'analyse' }), { size: 'phone' });
  await page.getByTestId('outcome').waitFor();
  const named = await page.locator('.board svg text').allTextContents();
  assert.ok(named.includes('1: kayles') && named.includes('2: nim'), named.join());
  assert.equal(await overflow(page), 0);
  await page.goto(own.url + fragment('21-game', { view: 'analyse' }));
  await says(page.getByTestId('rules'), 'whoever says 21 loses');
});
