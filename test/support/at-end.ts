/**
 * The set-up of every test file. What a file starts ends with it. A test that prints fails; one that provokes output
 * catches it.
 */
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, expect } from '@jest/globals';
import { killPrograms } from './service.ts';

const printed: unknown[] = [];
for (const method of ['debug', 'error', 'info', 'log', 'warn'] as const) {
  console[method] = (...values) => printed.push(method, ...values);
}
afterEach(() => {
  expect(printed.splice(0)).toEqual([]);
});

const endings: (() => unknown)[] = [];

// What was started last ends first: it may use what was started before.
afterAll(async () => {
  for (const ending of endings.splice(0).reverse()) await ending();
  killPrograms();
});

/** Calls a function after the file's tests. */
export const atEnd = (ending: () => unknown): void => {
  endings.push(ending);
};

/** Creates a folder, which is removed after the run. */
export const newFolder = (name = 'folder-'): Promise<string> => mkdtemp(path.join(tmpdir(), name));

/** Waits for a condition, until the test's time-out. */
export const until = async (condition: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 20));
};
