import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, test } from '@jest/globals';
import { projectRoot } from '../../support/service.ts';

/** A program that prints `closing` when it shuts down, and ends after half a minute at the latest. */
const program = (close: string) => `
  import { onShutdown } from './lib/local/shutdown.ts';
  onShutdown(async () => { console.log('closing'); ${close} });
  setTimeout(() => process.exit(9), 30_000);
  console.log('serving');
`;

const node = ['--input-type=module', '-e'];

test('a second signal ends the program immediately', async () => {
  const child = spawn(process.execPath, [...node, program('await new Promise(() => {});')], {
    cwd: projectRoot,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  for await (const written of child.stdout.setEncoding('utf8')) {
    // Earlier, the signal would be ignored.
    if (written.includes('closing')) await new Promise((resolve) => setTimeout(resolve, 300));
    child.kill('SIGTERM');
  }
  expect(await ended).toEqual([1, null]);
});

test('a program shuts down quietly when nobody reads its output any more', async () => {
  const writing = `${program('')} setInterval(() => console.log('more'), 20);`;
  const child = spawn(process.execPath, [...node, writing], { cwd: projectRoot });
  const complaints = text(child.stderr);
  child.stdout.once('data', () => child.stdout.destroy());
  expect(await once(child, 'exit')).toEqual([0, null]);
  expect(await complaints).toBe('');
});

test('a program started by npm shuts down when its parent has ended', async () => {
  // Like npm's shell, the parent does not forward the signal that ends it.
  const parent = spawn('sh', ['-c', '"$0" "$@"; exit', process.execPath, ...node, program('')], {
    cwd: projectRoot,
    env: { npm_lifecycle_event: 'start' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let written = '';
  // The output ends with the last process that can write to it.
  for await (const part of parent.stdout.setEncoding('utf8')) {
    written += part;
    if (part.includes('serving')) parent.kill('SIGKILL');
  }
  expect(written).toBe('serving\nclosing\n');
});
