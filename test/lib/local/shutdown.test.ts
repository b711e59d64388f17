/** When a program ends that serves until it is told otherwise. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from '@jest/globals';
import { projectRoot } from '../../local-server.ts';

/** A program that serves nothing, and says when it closes; one that does not end by itself ends in half a minute. */
const program = (close: string) => `
  import { onShutdown } from './lib/local/shutdown.ts';
  onShutdown(async () => { console.log('closing'); ${close} });
  setTimeout(() => process.exit(9), 30_000);
  console.log('serving');
`;

const node = ['--input-type=module', '-e'];

test('nothing is waited for after a second signal', async () => {
  const child = spawn(process.execPath, [...node, program('await new Promise(() => {});')], {
    cwd: projectRoot,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  for await (const text of child.stdout.setEncoding('utf8')) {
    // What comes at once after the first one is taken for its echo.
    if (text.includes('closing')) await new Promise((resolve) => setTimeout(resolve, 300));
    child.kill('SIGTERM');
  }
  expect(await ended).toEqual([1, null]);
});

test('what npm started ends with its parent, in order', async () => {
  // The parent is what npm's shell is: killed by a signal that it does not pass on.
  const parent = spawn('sh', ['-c', '"$0" "$@"; exit', process.execPath, ...node, program('')], {
    cwd: projectRoot,
    env: { npm_lifecycle_event: 'start' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let written = '';
  // Its output ends when the last process that can write to it has ended.
  for await (const text of parent.stdout.setEncoding('utf8')) {
    written += text;
    if (text.includes('serving')) parent.kill('SIGKILL');
  }
  expect(written).toBe('serving\nclosing\n');
});
