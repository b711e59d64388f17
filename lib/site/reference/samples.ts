import { type Html, html } from '../html.ts';
import { type Language, languages } from '../pages/code.ts';
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

interface Sample extends Pick<Language, 'title'> {
  /** The id of the language. */
  readonly language: string;
  readonly code: string | Html;
}

/** A call in each language. */
export const callSamples = (call: Call, shown = languages): readonly Sample[] =>
  shown.map(({ id, title, code }) => ({ language: id, title, code: code(call) }));

/**
 * Samples one below the other. The page's script turns several into tabs, and shows the button.
 *
 * @param id - the prefix of the samples' ids.
 * @param name - what is copied, e.g. `the sample for shout`.
 */
export const samplesBlock = (id: string, name: string, samples: readonly Sample[]): Html => html`
<div class="samples">
<button class="copy" type="button" hidden>Copy<span class="hidden"> ${name}</span></button>
${samples.map(
  ({ language, title, code }) => html`<p class="language">${title}</p>
<pre class="sample" id="${id}-${language}" data-language="${language}">${code}</pre>
`,
)}</div>`;
