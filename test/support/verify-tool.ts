/** Runs `npm run verify` in the test's process. */
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { verify } from '../../lib/tools/verify/tool.ts';

export const runVerify = async (
  words: string,
  env: Readonly<Record<string, string>> = {},
  input = '',
) => {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const written = Promise.all([text(stdout), text(stderr)]);
  const args = words.split(' ').filter(Boolean);
  const code = await verify(args, { stdin: Readable.from([input]), stdout, stderr, env });
  stdout.end();
  stderr.end();
  const [said, complained] = await written;
  return { code, stdout: said, stderr: complained };
};
