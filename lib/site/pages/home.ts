/** The home of stages with issued keys: the stage shows what is typed, without any call. */
import { createFields } from './playground/fields.ts';
import { localAnswer } from './playground/request.ts';
import { createStage, storedEmphasis } from './playground/stage.ts';
import { runSamples } from './samples.ts';

const find = <T extends Element>(selector: string) => document.querySelector(selector) as T;
const composer = find<HTMLFormElement>('#composer');
const { draft, subject, fill, remembered } = createFields(composer);
const showOnStage = createStage(find('#stage'));
const emphasized = storedEmphasis(find('#stage'));

const show = (animated: boolean) => {
  const request = subject();
  const isExample = draft().text === '';
  const answer = localAnswer(request) ?? (isExample ? emphasized : undefined);
  showOnStage({ request, answer }, animated);
  find<HTMLElement>('#needs-key').hidden = answer !== undefined;
};

composer.addEventListener('submit', (event) => event.preventDefault());
composer.addEventListener('input', ({ target }) =>
  show((target as HTMLInputElement).type === 'radio'),
);
const known = remembered();
if (known) fill(known);
show(false);
runSamples((message) => {
  find('#status').textContent = message;
});
