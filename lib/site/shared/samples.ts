/**
 * Samples of code, whose tabs work without this script: the chosen language holds for all calls, and is stored. A
 * button copies the visible sample.
 */
import { type SampleCall, sampleLanguages } from './code.ts';
import { copyButton } from './copy.ts';
import { siteStorage } from './storage.ts';

const name = 'amplify-language';

const runTabs = (): void => {
  const groups = Array.from(document.querySelectorAll('.tabs'), (list) => [
    ...list.querySelectorAll('input'),
  ]);
  /** Groups that don't have the language show their first. */
  const choose = (language: string | null) => {
    for (const tabs of groups) {
      const chosen = tabs.find(({ value }) => value === language) ?? tabs[0];
      if (chosen) chosen.checked = true;
    }
  };
  choose(siteStorage.get(name));
  for (const tab of groups.flat()) {
    tab.addEventListener('change', () => {
      choose(tab.value);
      siteStorage.set(name, tab.value);
    });
  }
};

/** Writes a call into the samples of a block. */
export const writeSamples = (block: HTMLElement, call: SampleCall): void => {
  for (const sample of block.querySelectorAll<HTMLElement>('.sample')) {
    const language = sampleLanguages.find(({ id }) => id === sample.dataset.language);
    sample.textContent = String(language?.code(call));
  }
};

/** @param say - announces a message to screen readers. */
export const runSamples = (say: (message: string) => void): void => {
  runTabs();
  for (const button of document.querySelectorAll<HTMLButtonElement>('.samples .copy')) {
    const block = button.closest('.samples') as HTMLElement;
    const shown = () => {
      const language = block.querySelector<HTMLInputElement>('.tabs :checked')?.value;
      return block.querySelector(language ? `[data-language=${language}]` : '.sample') as Element;
    };
    copyButton(button, {
      name: String(button.querySelector('.hidden')?.textContent?.trim()),
      text: () => String(shown().textContent),
      select: () => getSelection()?.selectAllChildren(shown()),
      say,
    });
    button.disabled = false;
  }
};
