/** An answer of the API, as a visitor reads it. */
import { type Answer, parsed } from '../call.ts';
import { type Content, element } from '../element.ts';

/** The headers that a caller looks for. */
const shownHeaders = [
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'retry-after',
  'emphasis-order',
  'apigw-requestid',
];

/** What is shown of an answer. */
export const answerContent = ({ status, duration, headers, text }: Answer): Content => {
  const present = shownHeaders.filter((name) => headers.has(name));
  const json = parsed(text);
  return [
    outcome(`${status}`, `${duration} ms`),
    element('pre', 'headers', present.map((name) => `${name}: ${headers.get(name)}`).join('\n')),
    ...issueList(json),
    body(json === undefined ? text : JSON.stringify(json, null, 2)),
  ];
};

/** What is shown where no answer came. */
export const noAnswer = ({ message }: Error): Content => [outcome(message)];

const outcome = (status: string, more = ''): HTMLElement =>
  element('p', 'outcome', element('strong', '', status), ` ${more}`);

const body = (text: string): HTMLElement => {
  const made = element('pre', 'body', text);
  // From right to left where the caller's text is.
  made.dir = 'auto';
  return made;
};

interface Issue {
  readonly loc: readonly (string | number)[];
  readonly msg: string;
}

/** What is wrong with the request, a line for each: its `detail` says so, unless it is a sentence already. */
const issueList = (json: unknown): Content => {
  const { detail } = (json ?? {}) as { readonly detail?: unknown };
  if (!Array.isArray(detail)) return [];
  const items = (detail as readonly Issue[]).map(({ loc, msg }) =>
    element('li', '', element('strong', '', loc.slice(1).join() || 'body'), ` ${msg}`),
  );
  return [element('ul', 'issues', ...items)];
};
