/** The parts of the Markdown texts. */
import { curlLines } from '../pages/curl.ts';
import type { Answer, Contents, Example, Operation } from './contents.ts';
import { type Field, limitsOf, type Role } from './described-fields.ts';
import { type ExampleKey, exampleCall } from './example-call.ts';
import { sentText } from './examples.ts';

export const blocks = (...texts: readonly string[]): string =>
  `${texts.map((text) => text.trim()).join('\n\n')}\n`;

export const list = (items: readonly string[]): string =>
  items.map((item) => `- ${item}`).join('\n');

/** Markdown with the site's links as absolute URLs. */
export const absolute = (markdown: string, server: string): string =>
  markdown.replaceAll('](/', `](${server}/`);

/** The address, the key, and a first call. */
export const howToCall = (
  { server, key: { header, accepted }, operations: [first] }: Contents,
  key: ExampleKey,
): string =>
  blocks(
    list([`Base address: ${server}`, `Key: in \`${header}\`. ${absolute(accepted, server)}`]),
    first ? `\`\`\`sh\n${curlLines(exampleCall(first, server, key))}\n\`\`\`` : '',
  );

/** An endpoint's method and path, e.g. `POST /v1/shout`. */
export const nameOf = ({ method, path }: Operation): string => `${method} ${path}`;

export const fieldLine = (role: Role, field: Field): string => {
  const limits = limitsOf(role, field);
  return `\`${field.name}\` (${field.type}${limits && `, ${limits}`}): ${field.description}`;
};

export const exampleLine = ({ sent, answered }: Example): string =>
  [...(sent === undefined ? [] : [sentText(sent)]), JSON.stringify(answered)]
    .map((body) => `\`${body}\``)
    .join(' → ');

export const shapeNames = ({ shapes }: Answer): string =>
  shapes.map(({ name }) => `\`${name}\``).join(' or ');

/** The errors, each once, with its statuses. */
export const refusalLines = (operations: readonly Operation[]): readonly string[] => {
  const refusals = operations.flatMap((operation) => operation.refusals);
  const statuses = Map.groupBy(refusals, ({ when }) => when);
  return [...statuses.values()]
    .map((alike) => {
      const [answer] = alike as [Answer];
      const names = [...new Set(alike.map(({ status }) => status))].sort().join(', ');
      return `${names} (${shapeNames(answer)}): ${answer.when} ${answer.more}`;
    })
    .sort();
};
