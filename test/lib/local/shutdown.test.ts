import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, test } from '@jest/globals';
import { projectRoot } from '../../support/service.ts';

/** A command for a program that prints `closing` when it shuts down, and ends after half a minute at the latest. */
const program = (close = '', more = '') => [
  process.execPath,
  '--input-type=module',
  '-e',
  `
    import { onShutdown } from './lib/local/shutdown.ts';
    onShutdown(async () => { console.log('closing'); ${close} });
    setTimeout(() => process.exit(9), 30_000);
    console.log('serving');
    ${more}
  `,
];

const start = ([command = '', ...args]: readonly string[], env = process.env) =>
  spawn(command, args, { cwd: projectRoot, env });

test('a second signal ends the program immediately', async () => {
  const child = start(program('await new Promise(() => {});'));
  const ended = once(child, 'close');
  for await (const written of child.stdout.setEncoding('utf8')) {
    // Earlier, the signal would be ignored.
    if (written.includes('closing')) await new Promise((resolve) => setTimeout(resolve, 300));
    child.kill('SIGTERM');
  }
  expect(await ended).toEqual([1, null]);
});

test('a program shuts down quietly when nobody reads its output any more', async () => {
  const child = start(program('', "setInterval(() => console.log('more'), 20);"));
  const complaints = text(child.stderr);
  child.stdout.once('data', () => child.stdout.destroy());
  expect(await once(child, 'exit')).toEqual([0, null]);
  expect(await complaints).toBe('');
});

test('a program started by npm shuts down when its parent has ended', async () => {
  // Like npm's shell, the parent does not forward the signal that ends it.
  const shell = ['sh', '-c', '"$0" "$@"; exit'];
  const parent = start([...shell, ...program()], { npm_lifecycle_event: 'start' });
  let written = '';
  // The output ends with the last process that can write to it.
  for await (const part of parent.stdout.setEncoding('utf8')) {
    written += part;
    if (part.includes('serving')) parent.kill('SIGKILL');
  }
  expect(written).toBe('serving\nclosing\n');
});
