import type { Call } from '../pages/curl.ts';
import type { Operation } from './contents.ts';

/** The key in examples. */
export type ExampleKey = Call['key'];

/** The call of an operation's first example. */
export const exampleCall = (
  { path, needsKey, success }: Operation,
  server: string,
  key: ExampleKey,
): Call => ({
  url: server + path,
  key: needsKey ? key : undefined,
  body: success.examples[0]?.sent,
});
