/** What is said of the API in Markdown, as programs and their agents read it. */
import { curlLines } from '../pages/curl.ts';
import type { Answer, Contents, Example, Operation } from './contents.ts';
import { type Field, limitsOf, type Role } from './described-fields.ts';
import { type ExampleKey, exampleCall } from './example-call.ts';
import { sentText } from './examples.ts';

/** Puts blocks of Markdown one after the other. */
export const blocks = (...texts: readonly string[]): string =>
  `${texts.map((text) => text.trim()).join('\n\n')}\n`;

/** Items of a list. */
export const list = (items: readonly string[]): string =>
  items.map((item) => `- ${item}`).join('\n');

/** Markdown whose links within the site lead there from elsewhere, too. */
export const absolute = (markdown: string, server: string): string =>
  markdown.replaceAll('](/', `](${server}/`);

/** The address, the key, and a call that works. */
export const howToCall = (
  { server, key: { header, accepted }, operations: [first] }: Contents,
  key: ExampleKey,
): string =>
  blocks(
    list([`Base address: ${server}`, `Key: in \`${header}\`. ${absolute(accepted, server)}`]),
    first ? `\`\`\`sh\n${curlLines(exampleCall(first, server, key))}\n\`\`\`` : '',
  );

/** An endpoint as it is called, e.g. `POST /v1/shout`. */
export const nameOf = ({ method, path }: Operation): string => `${method} ${path}`;

/** A field in a line. */
export const fieldLine = (role: Role, field: Field): string => {
  const limits = limitsOf(role, field);
  return `\`${field.name}\` (${field.type}${limits && `, ${limits}`}): ${field.description}`;
};

/** What is sent and answered, in a line. */
export const exampleLine = ({ sent, answered }: Example): string =>
  [...(sent === undefined ? [] : [sentText(sent)]), JSON.stringify(answered)]
    .map((body) => `\`${body}\``)
    .join(' → ');

/** The names of the shapes that an answer's body may have. */
export const shapeNames = ({ shapes }: Answer): string =>
  shapes.map(({ name }) => `\`${name}\``).join(' or ');

/** What is answered in place of a success, each once, with its statuses before it. */
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
