// The HTML report in a browser: Debian's `chromium`, or the program that CHROMIUM names.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { envelope } from '../node/values.mjs';

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium' });
after(() => browser.close());

/** Opens the report of a folder. Whatever the page loads, logs, throws or asks is a fault. */
async function open(folder, options, check) {
  const page = await browser.newPage(options);
  const faults = [];
  page.on('request', (request) => faults.push(`loads ${request.url()}`));
  page.on('console', (message) => faults.push(message.text()));
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('dialog', (dialog) => faults.push(dialog.message()) && dialog.dismiss());
  await page.setContent(envelope('aggregate', folder, '--format', 'html'));
  await check(page);
  assert.deepEqual(faults, []);
}
const shown = (page) => page.locator('#Findings > table > tbody > tr:visible > td:first-child').allTextContents();

for (const folder of ['fixtures/clarity-report/harbour', 'fixtures/hostile']) {
  test(`${folder} fits a phone and a desk, and runs no script but its own`, () =>
    open(folder, {}, async (page) => {
      for (const width of [360, 820, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        assert.equal(await page.evaluate('document.documentElement.scrollWidth'), width);
      }
      assert.equal(await page.locator('script, img, iframe, object, [style], [onerror]').count(), 1);
      // A4 with margins of a centimetre.
      await page.setViewportSize({ width: 717, height: 1000 });
      await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 717);
      assert.equal(await page.locator('label:visible, button:visible, nav:visible, thead:visible').count(), 0);
    }));
}

test('findings are filtered and sorted, and links lead to what is hidden', () =>
  open('fixtures/clarity-report/harbour', {}, async (page) => {
    await page.selectOption('[name=severity]', 'minor');
    assert.deepEqual(await shown(page), ['G4', 'G5', 'G6', 'G7']);
    await page.fill('[name=text]', 'DOCS/BERTHS');
    assert.deepEqual(await shown(page), ['G5', 'G7']);
    await page.selectOption('[name=type]', 'redundant-spec');
    assert.deepEqual(await shown(page), ['G7']);
    await page.click('#G3-sources a');
    await page.locator('#G3').waitFor();
    await page.fill('[name=text]', 'docs/berths');
    assert.ok(await page.locator('#G3').isHidden());
    await page.click('#G3-sources a');
    await page.locator('#G3').waitFor();
    await page.click('#Findings th:nth-child(3) button');
    assert.deepEqual(await shown(page), ['G5', 'G1', 'G3', 'G2', 'G7', 'G6', 'G4']);
    await page.dblclick('#Findings th:nth-child(2) button');
    assert.deepEqual(await shown(page), ['G7', 'G6', 'G5', 'G4', 'G3', 'G2', 'G1']);
  }));

test('a filtered page that is printed says so', () =>
  open('fixtures/clarity-report/harbour', {}, async (page) => {
    await page.selectOption('[name=severity]', 'minor');
    await page.emulateMedia({ media: 'print' });
    assert.equal(await page.locator('output:visible').textContent(), '4 of 7 shown');
  }));

test('whoever comes back finds the rows that fit the filters', async () => {
  // A browser keeps what was typed only for a page that has an address.
  const folder = mkdtempSync(join(tmpdir(), 'html-'));
  const file = join(folder, 'report.html');
  writeFileSync(file, envelope('aggregate', 'fixtures/clarity-report/harbour', '--format', 'html'));
  const page = await browser.newPage();
  await page.goto(pathToFileURL(file).href);
  await page.fill('[name=text]', 'docs/berths');
  const rows = await shown(page);
  await page.goto('about:blank');
  await page.goBack();
  assert.equal(await page.inputValue('[name=text]'), 'docs/berths');
  assert.deepEqual(await shown(page), rows);
  assert.ok(rows.length < 7);
  rmSync(folder, { recursive: true });
});

test('without JavaScript everything is there, and no button waits for it', () =>
  open('fixtures/clarity-report/harbour', { javaScriptEnabled: false }, async (page) => {
    assert.equal((await shown(page)).length, 7);
    assert.equal(await page.locator('form:visible, button:visible').count(), 0);
    for (const link of await page.locator('a').all()) assert.equal(await page.locator(await link.getAttribute('href')).count(), 1);
  }));
