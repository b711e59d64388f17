/**
 * The reference, the guide and the changelog are complete without this script, which adds tabs, copy buttons and forms
 * to try endpoints.
 */
import { copyButton } from './copy.ts';
import { runCallBox } from './docs/call-box.ts';
import { markCurrentPart } from './docs/current-part.ts';
import { runKeyFields } from './key.ts';
import { runSamples } from './samples.ts';
import { nameShortcut } from './shortcut.ts';

const status = document.querySelector('#status') as HTMLElement;
const say = (message: string) => {
  status.textContent = message;
};

const forms = document.querySelectorAll<HTMLFormElement>('.call');
const boxes = Array.from(forms, (form) => runCallBox(form, say));

/** All fields for the key hold the same key. */
const keyFields = boxes.flatMap((box) => box.keyField ?? []);
if (keyFields.length > 0) {
  runKeyFields(keyFields, () => {
    for (const box of boxes) box.refresh();
  });
}

const toggles = document.querySelectorAll<HTMLInputElement>('.show-key');
for (const toggle of toggles) {
  toggle.addEventListener('change', () => {
    for (const other of toggles) other.checked = toggle.checked;
    for (const field of keyFields) field.type = toggle.checked ? 'text' : 'password';
  });
}

nameShortcut();
runSamples(say);
markCurrentPart(document.querySelector('.contents') as HTMLElement);

// The whole reference for an assistant: the link beside the button leads to the same.
const copyPage = document.querySelector<HTMLButtonElement>('#copy-page');
if (copyPage) {
  copyButton(copyPage, {
    name: 'the reference as Markdown',
    text: async () => (await fetch('/docs.md')).text(),
    select: () => location.assign('/docs.md'),
    say,
  });
  copyPage.hidden = false;
}

/** Opens the operation that the address names. Not every browser does so, and none after a reload. */
const reveal = () => {
  const target = document.getElementById(location.hash.slice(1));
  const closed = target?.closest('details:not([open])');
  closed?.setAttribute('open', '');
  if (closed) target?.scrollIntoView();
};
addEventListener('hashchange', reveal);
reveal();

// The address names the open operation, so that it can be shared.
for (const operation of document.querySelectorAll<HTMLDetailsElement>('.operation')) {
  operation.querySelector('summary')?.addEventListener('click', () => {
    const address = `#${operation.querySelector('.opened')?.id}`;
    if (!operation.open) history.replaceState(null, '', address);
  });
}
