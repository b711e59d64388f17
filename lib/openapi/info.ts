/** What the description says of the service as a whole. */
import { maxCharactersText } from '../../functions/http/body-size.ts';
import type { Plan } from '../../functions/quota/window.ts';
import manifest from '../../package.json' with { type: 'json' };
import { type ApiEndpoint, apiEndpoints } from '../settings/endpoints.ts';
import { dashboardPath } from '../settings/sign-in.ts';
import { plansOf, type Stage } from '../settings/stages.ts';
import type { Info, KeyScheme } from './types.ts';

const rate = ({ name, limit, windowSeconds }: Plan): string =>
  `${name}: ${limit} requests in ${windowSeconds} s`;

/** The names of the endpoints with an access, e.g. `shout`, `scream` and `whisper`. */
const namesWith = (access: ApiEndpoint['access'], type: Intl.ListFormatType): string =>
  new Intl.ListFormat('en-GB', { type }).format(
    apiEndpoints.filter((one) => one.access === access).map(({ name }) => `\`${name}\``),
  );

const prose = (stage: Stage): string => `\
Changes the case of a text, appends exclamation marks, or has a model choose words to bold. All bodies are JSON.

${whereKeysComeFrom(stage)}## The order of checks

${namesWith('counted', 'conjunction')} are *counted*. A request to one of them passes these gates in order; the first that refuses answers.

1. The key in \`X-API-Key\` is accepted, else 401.
2. A slot of the key's window is taken, else 429.
3. The whole body, not the text alone, has at most ${maxCharactersText} characters, else 413.
4. The body is JSON and fits, else 422.

A request answered 413 or 422 has used its slot; one answered 401 or 429 has not, and one answered 5xx gets it back. Where a fault leaves it open whether a slot was taken or given back, that slot may stay used until the window ends. A request to ${namesWith('keyed', 'disjunction')} passes the first gate only, one to ${namesWith('open', 'disjunction')} none.

## The quota

A key has a number of slots in each fixed window; windows are aligned to the clock, and all who share a key share its slots. Never more requests than slots pass in a window and are answered otherwise than 5xx. The plans here: ${plansOf(stage).map(rate).join('; ')}. Every answer to an accepted key, whatever its status, carries the quota in its headers. A page of any origin may call the API and read them (CORS). After a 429, wait for \`Retry-After\` seconds and send the request again; \`resets_in_seconds\` of \`/v1/rate-limits\` says the same.

## Bodies

- A body is UTF-8. It is read as JSON when its \`Content-Type\` is \`application/json\`, \`application/*+json\` or absent; any other type is answered 422, as a body that is not an object.
- A character is a Unicode code point; in the size of a body, JSON escapes count as they are written. A body of more than some 6 MB gets API Gateway's own 413, \`{"message":"Request Entity Too Large"}\`, which uses no slot.
- Unknown fields are ignored. Nothing is coerced: \`"3"\` is not an integer, \`3.0\` is one, and \`null\` is a value of the wrong type.
- Of several members of one name the last counts. A body that then has a member named \`__proto__\`, or a \`constructor\` that holds a \`prototype\`, is answered 422 as one that is not JSON, with \`Forbidden member name\` in \`ctx.error\`. So is a body whose arrays and objects are nested more than 1,000 deep, with \`Nested too deeply\`.

The problems of a 422 are those of pydantic v2, so that a client written against a FastAPI service understands them. All problems of a body come at once.

## Errors

The body of an error is an object with one field, \`detail\`: a sentence for the person who reads it, or for 422 the list of problems. That holds for a path that there is not (404) and for a method that a path does not have (405, with those that it has in \`Allow\`), too: neither needs a key or uses a slot, and both are HTML where \`Accept\` prefers \`text/html\`. \`OPTIONS\` is answered 204 on every path.

Only what API Gateway answers by itself has a \`message\` in place of the \`detail\`: 413 for a body of more than some 6 MB, 429 when all callers together send too much, 431 for header fields of more than 10 KB, and a 5xx when the service does not run.

## What may change

This is a public beta: behaviour may shift between minor versions (the number in the middle). Which words \`emphasize\` chooses and how a \`detail\` is worded may change, and fields and headers may be added. A change that can break a caller raises that number, and is listed under "Breaking" in the [changelog](/changelog). \`GET /v1/health\` says which version answers.`;

const whereKeysComeFrom = ({ keys }: Stage): string =>
  keys.policy === 'demo'
    ? ''
    : `Get a key on the [dashboard](${dashboardPath}): sign in with your e-mail address, and make one.\n\n`;

/** Title, version, licence and introduction. */
export const info = (stage: Stage): Info => ({
  title: 'Amplify',
  version: manifest.version,
  summary: `${manifest.description}.`,
  description: prose(stage),
  contact: { name: 'The Amplify authors' },
  license: { name: 'MIT', identifier: manifest.license },
});

/** How a caller shows who they are. */
export const keyScheme = ({ keys }: Stage): KeyScheme => ({
  type: 'apiKey',
  in: 'header',
  name: 'X-API-Key',
  description: `${acceptedKeys(keys)} \`Authorization: Bearer\` is not looked at.`,
});

const acceptedKeys = (keys: Stage['keys']): string =>
  keys.policy === 'demo'
    ? `Any non-empty key is accepted, except: ${keys.revoked.map((key) => `\`${key}\``).join(', ')}.`
    : `A key made on the [dashboard](${dashboardPath}), or issued by the operator, neither revoked nor expired.`;

/** The groups of operations. */
export const tags = [
  { name: 'Text', description: 'What is done to a text. Each request takes a slot of the key.' },
  { name: 'Service', description: 'How the service and the quota stand. No request takes a slot.' },
] as const;
