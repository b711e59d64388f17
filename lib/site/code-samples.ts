import type { Operation } from './contents.ts';
import { type Html, html } from './html.ts';
import { type SampleCall, type SampleLanguage, sampleLanguages } from './shared/code.ts';

/** The key in examples. */
export type ExampleKey = SampleCall['key'];

/** The call of an operation's first example. */
export const exampleCall = (
  { path, needsKey, success }: Operation,
  server: string,
  key: ExampleKey,
): SampleCall => ({
  url: server + path,
  key: needsKey ? key : undefined,
  body: success.examples[0]?.sent,
});

export interface Sample extends Pick<SampleLanguage, 'title'> {
  /** The id of the language. */
  readonly language: string;
  readonly code: string | Html;
}

/** A call in each language. */
export const callSamples = (call: SampleCall): Sample[] =>
  sampleLanguages.map(({ id, title, code }) => ({ language: id, title, code: code(call) }));

/**
 * Samples of which one is shown. Several have tabs, which need no script; the button to copy does.
 *
 * @param id - the prefix of the samples' ids.
 * @param name - what is copied, e.g. `the sample for shout`.
 */
export const samplesBlock = (id: string, name: string, samples: readonly Sample[]): Html => html`
<div class="samples">${
  samples.length > 1 &&
  html`
<fieldset class="row tabs">
<legend class="hidden">Language</legend>${samples.map(
    ({ language, title }, index) => html`
<label><input type="radio" name="${id}-language" value="${language}"${index === 0 && ' checked'}>${title}</label>`,
  )}
</fieldset>`
}
<button class="copy" type="button" disabled>Copy<span class="hidden"> ${name}</span></button>
${samples.map(
  ({
    language,
    code,
  }) => html`<pre class="sample" tabindex="0" id="${id}-${language}" data-language="${language}">${code}</pre>
`,
)}</div>`;
