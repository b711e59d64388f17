/**
 * The dashboard's numbers and messages.
 *
 * @jest-environment ./test/browser/jest-environment.ts
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { type SharedService, sharedProduction } from '../service.ts';
import { newAddress } from '../sign-in.ts';
import {
  callWith,
  comeBack,
  dialog,
  enter,
  keyRow,
  openAccount,
  revoke,
  save,
  showNewKey,
} from './dashboard.ts';

let service: SharedService;
beforeAll(async () => {
  service = await sharedProduction();
});

const run = promisify(execFile);

/** A computed style of an element. */
const styleOf = (page: Page, selector: string, property: string): Promise<string> =>
  page.evaluate(`getComputedStyle(document.querySelector('${selector}')).${property}`);

test('each key shows its own quota, never a sum, always consistent with its chart', async () => {
  const { email, keys } = await openAccount(service, ['first', 'second']);
  const [{ item: first }, { key, item: second }] = keys;
  const page = await enter(service, { email });
  const select = (id: string) => page.getByLabel('Calls of').selectOption(id);
  await page.getByText('No calls in the last 30 days.').waitFor();
  expect(await page.locator('#quota').isVisible()).toBe(false);

  await select(second.id);
  // Compares the gauge with the chart whenever the section changes.
  await page.evaluate(`{
    globalThis.contradictions = [];
    const section = document.querySelector('#usage');
    const textOf = (selector) => section.querySelector(selector).textContent;
    new MutationObserver(() => {
      const used = 30 - Number.parseInt(textOf('.left'), 10);
      const counted = Number.parseInt(textOf('#hours .sum'), 10);
      if (used !== counted) contradictions.push([used, counted]);
    }).observe(section, { subtree: true, childList: true, characterData: true });
  }`);
  for (const used of [1, 2]) {
    await callWith(service, key);
    await comeBack(page);
    await page.getByText(`${30 - used} of 30 calls left`).waitFor();
    await page.getByText(`${used} accepted`).first().waitFor();
    await keyRow(page, 'second')
      .getByText(`${30 - used} of 30`)
      .waitFor();
  }
  expect(await page.evaluate('contradictions')).toEqual([]);

  await select(first.id);
  await page.getByText('30 of 30 calls left').waitFor();
  await select('');
  expect(await page.locator('#quota').isVisible()).toBe(false);
  expect(await page.getByText('of 60').count()).toBe(0);
});

test('a chart has a scale; a key without calls has a working curl line instead', async () => {
  const { email, keys } = await openAccount(service, ['used', 'idle']);
  const [{ key: used, item: usedItem }, { key: idle, item: idleItem }] = keys;
  await Promise.all(Array.from({ length: 4 }, () => callWith(service, used)));
  const page = await enter(service, { email });
  const select = (id: string) => page.getByLabel('Calls of').selectOption(id);
  for (const id of ['', usedItem.id]) {
    await select(id);
    await page.getByText('4 accepted').first().waitFor();
    for (const chart of ['#hours', '#days']) {
      await page.locator(chart).waitFor();
      expect(await page.locator(`${chart} .scale span`).allInnerTexts()).toEqual(['4', '2', '0']);
    }
  }

  await select(idleItem.id);
  await page.getByText(`Put ${idleItem.start}… into AMPLIFY_KEY`).waitFor();
  for (const part of ['#charts', '#as-tables']) {
    expect(await page.locator(part).isVisible()).toBe(false);
  }
  await page.getByRole('button', { name: 'Copy curl line' }).click();
  await page.getByText('Copied the curl line.').waitFor();
  const line = await page.locator('#first-curl').innerText();
  const { stdout } = await run('sh', ['-c', `${line} --silent`], {
    env: { ...process.env, AMPLIFY_KEY: idle },
  });
  expect(JSON.parse(stdout)).toMatchObject({ result: 'HELLO' });
  await comeBack(page);
  await page.getByText('1 accepted').first().waitFor();
  expect(await page.locator('#first-call').isVisible()).toBe(false);
});

test('success messages disappear with the next action or after ten seconds; errors stay', async () => {
  const { email, keys, call } = await openAccount(service, ['laptop', 'desk']);
  const page = await enter(service, { email, expected: /409/ });
  const said = page.locator('#said');
  const rename = async (name: string) => {
    await keyRow(page, 'laptop').getByRole('button', { name: 'Rename' }).click();
    await page.getByLabel('Name', { exact: true }).fill(name);
    await dialog(page).getByRole('button', { name: 'Rename' }).click();
    await said.getByText('Renamed.').waitFor();
  };
  await rename('laptop 2');
  await page.getByLabel('Calls of').selectOption({ index: 1 });
  expect(await said.innerText()).toBe('');

  await rename('laptop 3');
  await comeBack(page);
  expect(await said.innerText()).toBe('Renamed.');
  await said.getByText('Renamed.').waitFor({ state: 'detached', timeout: 12_000 });

  await keyRow(page, 'desk').getByRole('button', { name: 'Rotate' }).click();
  await call('DELETE', `/keys/${keys[1].item.id}`);
  await dialog(page).getByRole('button', { name: 'Rotate' }).click();
  await said.getByText('The list is up to date.').waitFor();
  await revoke(page, 'laptop 3');
});

test('a name of 100 characters takes at most two lines; rows stay in their card, also with large text', async () => {
  const names = ['a'.repeat(100), 'W'.repeat(100), 'a long name of many words '.repeat(4).trim()];
  const { email, keys, call } = await openAccount(
    service,
    names.map((name) => name.slice(0, 100)),
  );
  await call('POST', `/keys/${keys[0]?.item.id}/rotate`, { grace_seconds: 3_600 });
  const page = await enter(service, { email, screen: 'phone' });
  await page.getByText('Replaces the key below').waitFor();
  const lines = `[...document.querySelectorAll('.name > div')].map((name) =>
    Math.round(name.clientHeight / Number.parseFloat(getComputedStyle(name).lineHeight)))`;
  /** The parts of a row that overflow the section's content box. */
  const beyond = `{
    const section = document.querySelector('#keys').closest('section');
    const { right } = section.getBoundingClientRect();
    const edge = right - Number.parseFloat(getComputedStyle(section).paddingRight);
    [...document.querySelectorAll('#keys tbody *')]
      .filter((part) => part.getBoundingClientRect().right > edge)
      .map(({ tagName, textContent }) => tagName + ' ' + textContent);
  }`;
  const phone = page.viewportSize();
  for (const [width, size] of [
    [1280, '100%'],
    [320, '100%'],
    [320, '150%'],
  ] as const) {
    await page.setViewportSize({ width, height: 640 });
    await page.evaluate(`void (document.documentElement.style.fontSize = '${size}')`);
    expect(Math.max(...(await page.evaluate<number[]>(lines)))).toBe(2);
    expect(await page.evaluate(beyond)).toEqual([]);
  }
  await page.evaluate("void (document.documentElement.style.fontSize = '')");
  if (phone) await page.setViewportSize(phone);
});

test('a pressed button looks pressed, and Delete account is red', async () => {
  const { email, keys } = await openAccount(service, ['laptop']);
  await callWith(service, keys[0].key);
  const page = await enter(service, { email });
  const tables = page.getByRole('button', { name: 'Show as tables' });
  const looks = () => styleOf(page, '#as-tables', 'backgroundColor');
  await tables.waitFor();
  const released = await looks();
  await tables.click();
  await page.mouse.move(0, 0);
  expect(await tables.getAttribute('aria-pressed')).toBe('true');
  expect(await looks()).not.toBe(released);
  await tables.click();
  await page.mouse.move(0, 0);
  expect(await looks()).toBe(released);

  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const colour = await styleOf(page, '#delete-account', 'color');
    const [red = 0, green = 0, blue = 0] = (colour.match(/\d+/g) ?? []).map(Number);
    expect(red).toBeGreaterThan(1.5 * Math.max(green, blue));
  }
  await page.emulateMedia({ colorScheme: 'light' });
});

test('a handed-over key is gone after signing out, and a typed one stays in its tab', async () => {
  const email = newAddress();
  const page = await enter(service, { email });
  const open = async () => {
    const [playground] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('button', { name: 'Try it in the playground' }).click(),
    ]);
    await playground.getByRole('button', { name: '30 of 30 calls left' }).waitFor();
    return playground;
  };
  const field = (playground: Page) => playground.getByLabel('Your API key');
  const typed = await showNewKey(page, 'typed');
  await save(page);
  const handed = await showNewKey(page, 'handed over');
  const playground = await open();
  expect(await field(playground).inputValue()).toBe(handed);
  await playground.getByRole('button', { name: /^Key/ }).click();
  await playground.getByLabel('Show it').check();
  await playground.locator('#code', { hasText: handed }).waitFor();
  await save(page);

  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'You are signed out' }).waitFor();
  await playground.locator('#code', { hasText: handed }).waitFor({ state: 'detached' });
  expect(await field(playground).inputValue()).toBe('');
  expect(await playground.content()).not.toContain(handed);

  await field(playground).fill(typed);
  await field(playground).blur();
  await playground.reload();
  expect(await field(playground).inputValue()).toBe(typed);
});
