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
  readonly type: string;
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly ctx?: { readonly error?: string };
}

/** What is wrong with the request, a line for each: its `detail` says so, unless it is a sentence already. */
const issueList = (json: unknown): Content => {
  const { detail } = (json ?? {}) as { readonly detail?: unknown };
  if (!Array.isArray(detail)) return [];
  const items = (detail as readonly Issue[]).map((issue) => {
    const [, place] = issue.loc;
    const field = typeof place === 'string' ? place : 'body';
    return element('li', '', element('strong', '', field), ` ${problem(issue)}`);
  });
  return [element('ul', 'issues', ...items)];
};

/** The problem in words. A body that can't be parsed has an offset in the place of a field, 0 if it is not known. */
const problem = ({ type, loc: [, offset], msg, ctx }: Issue): string => {
  if (type !== 'json_invalid') return msg;
  const place = offset ? ` after ${offset} character${offset === 1 ? '' : 's'}` : '';
  return `can't be parsed${place}: ${ctx?.error}`;
};
