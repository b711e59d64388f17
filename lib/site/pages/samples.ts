/**
 * Samples of code: a button copies the visible one, and tabs choose among the languages of a call. The choice is for
 * all calls, and stored.
 */
import { onArrow } from './arrow-keys.ts';
import { languages } from './code.ts';
import { copyButton } from './copy.ts';
import type { Call } from './curl.ts';
import { element } from './element.ts';
import { siteStorage } from './storage.ts';

const name = 'amplify-language';

interface Tab {
  readonly button: HTMLButtonElement;
  readonly sample: HTMLElement;
}

const tabOf = (sample: HTMLElement): Tab => {
  const title = sample.previousElementSibling as HTMLElement;
  const button = element('button', 'tab', String(title.textContent)) as HTMLButtonElement;
  title.remove();
  button.type = 'button';
  button.role = 'tab';
  button.id = `${sample.id}-tab`;
  button.setAttribute('aria-controls', sample.id);
  sample.role = 'tabpanel';
  sample.tabIndex = 0;
  sample.setAttribute('aria-labelledby', button.id);
  return { button, sample };
};

/** Shows the tabs of the blocks with several languages. */
const showTabs = (blocks: readonly HTMLElement[]): void => {
  const groups = blocks
    .map((block) => ({ block, samples: block.querySelectorAll<HTMLElement>('.sample') }))
    .filter(({ samples }) => samples.length > 1)
    .map(({ block, samples }) => {
      const tabs = Array.from(samples, tabOf);
      const list = element('div', 'tabs', ...tabs.map(({ button }) => button));
      list.role = 'tablist';
      list.ariaLabel = 'Language';
      block.prepend(list);
      return tabs;
    });

  const choose = (language: string | undefined) => {
    for (const { button, sample } of groups.flat()) {
      const chosen = sample.dataset.language === language;
      button.ariaSelected = String(chosen);
      button.tabIndex = chosen ? 0 : -1;
      sample.hidden = !chosen;
    }
  };

  const remembered = siteStorage.get(name);
  choose((languages.find(({ id }) => id === remembered) ?? languages[0])?.id);

  for (const tabs of groups) {
    for (const [index, { button, sample }] of tabs.entries()) {
      button.addEventListener('click', () => {
        choose(sample.dataset.language);
        siteStorage.set(name, String(sample.dataset.language));
      });
      button.addEventListener('keydown', (event) =>
        onArrow(event, index, tabs.length, (next) => {
          tabs[next]?.button.focus();
          tabs[next]?.button.click();
        }),
      );
    }
  }
};

/** Writes a call into the samples of a block. */
export const writeSamples = (block: HTMLElement, call: Call): void => {
  for (const sample of block.querySelectorAll<HTMLElement>('.sample')) {
    const language = languages.find(({ id }) => id === sample.dataset.language);
    sample.textContent = String(language?.code(call));
  }
};

/** Shows the tabs and buttons of all samples. */
export const runSamples = (say: (message: string) => void): void => {
  const blocks = [...document.querySelectorAll<HTMLElement>('.samples')];
  showTabs(blocks);
  for (const block of blocks) {
    const button = block.querySelector('.copy') as HTMLButtonElement;
    const shown = () => block.querySelector('.sample:not([hidden])') as HTMLElement;
    copyButton(button, {
      name: String(button.querySelector('.hidden')?.textContent?.trim()),
      text: () => String(shown().textContent),
      select: () => getSelection()?.selectAllChildren(shown()),
      say,
    });
    button.hidden = false;
  }
};
