/** The description's text about the service as a whole. */
import { maxCharactersText } from '../../functions/http/body-size.ts';
import type { Plan } from '../../functions/quota/window.ts';
import manifest from '../../package.json' with { type: 'json' };
import { type ApiEndpoint, apiEndpoints } from '../settings/endpoints.ts';
import { dashboardPath } from '../settings/sign-in.ts';
import { plansOf, type Stage } from '../settings/stages.ts';

const rate = ({ name, limit, windowSeconds }: Plan): string =>
  `${name}: ${limit} requests in ${windowSeconds} s`;

/** The names of the endpoints with an access, e.g. `shout`, `scream` or `whisper`. */
const namesWith = (access: ApiEndpoint['access'], type: Intl.ListFormatType): string =>
  new Intl.ListFormat('en-GB', { type }).format(
    apiEndpoints.filter((one) => one.access === access).map(({ name }) => `\`${name}\``),
  );

const prose = (stage: Stage): string => `\
Changes the case of a text, appends exclamation marks, or puts words that a model chooses in bold. All bodies are JSON.

${whereKeysComeFrom(stage)}## Order of checks

A request to ${namesWith('counted', 'disjunction')} passes these checks, in order; the first failure is returned.

1. The key in \`X-API-Key\` is accepted, else 401.
2. The key has a slot left in the current window, and not too many requests come at once, else 429. The request takes the slot.
3. The whole body has at most ${maxCharactersText} characters, else 413.
4. The body is valid JSON for the endpoint, else 422.

A request that gets 413 or 422 uses its slot; one that gets 401 or 429 does not; a 5xx returns it. If the database does not confirm in time that a slot was taken or returned, or the function is ended too early, the slot may stay used until the window ends: so a request may rarely cost one or two slots more, whatever its status. A request to ${namesWith('keyed', 'disjunction')} passes only the first check, one to ${namesWith('open', 'disjunction')} none.

## Quota

A key has a number of slots in each fixed window. Windows are aligned to the clock, and everyone who uses a key shares its slots. At most \`limit\` requests per window pass the quota check, not counting those that get a 5xx. Plans on this stage: ${plansOf(stage).map(rate).join('; ')}. Every response to an accepted key shows the quota in its headers. Pages of any origin may call the API and read them (CORS). After a 429, wait \`Retry-After\` seconds, then retry: until the window resets, or 1 second if too many requests came at once, e.g. the slots of a large plan within a few seconds.

## Request bodies

- Bodies are read as UTF-8, whatever the \`charset\`. Compressed bodies (\`Content-Encoding\`) get 422. The \`Content-Type\` must be \`application/json\`, \`application/*+json\` or absent; any other gets 422, like a body that is not an object.
- A character is a Unicode code point; JSON escapes count as written. A body of more than about 6 MB gets API Gateway's own 413, \`{"message":"Request Entity Too Large"}\`, which uses no slot.
- Unknown fields are ignored. Types are not coerced: \`3.0\` is accepted as the integer 3; \`"3"\` and \`null\` are rejected.
- If a name occurs twice in an object, the last value counts. A member named \`__proto__\`, or a \`constructor\` with a \`prototype\`, gets 422 like invalid JSON, with \`Forbidden member name\` in \`ctx.error\`; nesting deeper than 1,000 levels likewise, with \`Nested too deeply\`.

All validation errors are returned together. They have the format of pydantic v2, so clients of FastAPI services understand them.

## Errors

The body of an error is an object with one field, \`detail\`: a message for people or, for 422, a list of validation errors. This includes unknown paths (404) and wrong methods (405, with the path's methods in \`Allow\`), which need no key and use no slot; both are HTML if \`Accept\` prefers \`text/html\`. \`OPTIONS\` gets 204 on every path.

Errors that come from API Gateway have a \`message\` instead of \`detail\`: 413 for a body of more than about 6 MB, 429 if all callers together send too much, 431 for headers of more than 10 KB, and 5xx if the service does not run.

## Versions

This is a public beta: behaviour may change between minor versions (the middle number), such as the words that \`emphasize\` chooses and the wording of \`detail\`; fields and headers may be added. Breaking changes raise the minor version, and are listed under "Breaking" in the [changelog](/changelog). \`GET /v1/health\` returns the version.`;

const whereKeysComeFrom = ({ keys }: Stage): string =>
  keys.policy === 'demo'
    ? ''
    : `Get a key on the [dashboard](${dashboardPath}): sign in with your e-mail address and create one.\n\n`;

export const info = (stage: Stage) => ({
  title: 'Amplify',
  version: manifest.version,
  summary: `${manifest.description}.`,
  description: prose(stage),
  contact: { name: 'The Amplify authors' },
  license: { name: 'MIT', identifier: manifest.license },
});

export const keyScheme = ({ keys }: Stage) => ({
  type: 'apiKey',
  in: 'header',
  name: 'X-API-Key',
  description: `${acceptedKeys(keys)} \`Authorization: Bearer\` is ignored.`,
});

const acceptedKeys = (keys: Stage['keys']): string =>
  keys.policy === 'demo'
    ? `Any non-empty key is accepted, except: ${keys.revoked.map((key) => `\`${key}\``).join(', ')}.`
    : `A key created on the [dashboard](${dashboardPath}) or issued by the operator, neither revoked nor expired.`;

export const tags = [
  { name: 'Text', description: 'Transforms a text. Each request takes a slot.' },
  {
    name: 'Service',
    description: 'The state of the service and of the quota. Requests take no slot.',
  },
] as const;
