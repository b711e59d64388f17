/** The samples of a call as tabs. The choice of a language is for all calls, and stored. */
import { element } from '../element.ts';
import { siteStorage } from '../storage.ts';

const name = 'amplify-language';

/** The keys that select tabs (ARIA Authoring Practices Guide). */
const steps: Readonly<Record<string, (index: number, count: number) => number>> = {
  ArrowLeft: (index, count) => (index + count - 1) % count,
  ArrowRight: (index, count) => (index + 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

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

/** @param blocks - the samples of one call each. */
export const languageTabs = (blocks: Iterable<HTMLElement>): void => {
  const groups = Array.from(blocks, (block) => {
    const tabs = Array.from(block.querySelectorAll<HTMLElement>('.sample'), tabOf);
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

  const languages = groups[0]?.map(({ sample }) => sample.dataset.language) ?? [];
  const remembered = siteStorage.get(name) ?? '';
  choose(languages.includes(remembered) ? remembered : languages[0]);

  for (const tabs of groups) {
    for (const [index, { button, sample }] of tabs.entries()) {
      button.addEventListener('click', () => {
        choose(sample.dataset.language);
        siteStorage.set(name, String(sample.dataset.language));
      });
      button.addEventListener('keydown', (event) => {
        const next = steps[event.key]?.(index, tabs.length);
        // Alt and an arrow navigate the browser's history.
        if (next === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
        event.preventDefault();
        tabs[next]?.button.focus();
        tabs[next]?.button.click();
      });
    }
  }
};
