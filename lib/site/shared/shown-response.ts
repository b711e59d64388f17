/** A response of the API for people. */
import { type ApiResponse, errorPlace, parseJson } from './call.ts';
import { type Content, element } from './element.ts';

const shownHeaders = [
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'retry-after',
  'apigw-requestid',
];

export const responseContent = ({ status, duration, headers, text }: ApiResponse): Content => {
  const present = shownHeaders.filter((name) => headers.has(name));
  const json = parseJson(text);
  const link = Object.assign(element('a', '', `${status}`), { href: errorPlace(status) });
  return [
    outcome(status < 400 ? `${status}` : link, ` ${duration} ms`),
    element('pre', 'headers', present.map((name) => `${name}: ${headers.get(name)}`).join('\n')),
    ...issueList(json),
    json === undefined ? block(text) : bodyContent(json),
  ];
};

/** Removes the status and the headers of a response. Its body stays, so that nothing below moves. */
export const clearOutcome = (answer: Element): void => {
  for (const part of answer.querySelectorAll(':scope > :not(.body)')) part.remove();
};

/** Shown if no response came. */
export const noResponse = ({ message }: Error): Content => [outcome(message)];

const outcome = (status: string | Node, more = ''): HTMLElement =>
  element('p', 'outcome', element('strong', '', status), more);

export const bodyContent = (json: unknown): HTMLElement => block(JSON.stringify(json, null, 2));

/** Right to left if the text is. */
const block = (text: string): HTMLElement =>
  Object.assign(element('pre', 'body', text), { dir: 'auto' });

interface Issue {
  readonly type: string;
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly ctx?: { readonly error?: string };
}

/** The issues of a request, one per line, unless `detail` is a sentence. */
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

/** An issue in words. A body that is not JSON has an offset instead of a field, 0 if unknown. */
const problem = ({ type, loc: [, offset], msg, ctx }: Issue): string => {
  if (type !== 'json_invalid') return msg;
  const place = offset ? ` after ${offset} character${offset === 1 ? '' : 's'}` : '';
  return `can’t be parsed${place}: ${ctx?.error}`;
};
