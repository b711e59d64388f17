/** The stage, which shows the text in its voice. */
import { type Content, element } from '../element.ts';
import { piecesOf } from './emphasis.ts';
import { fitText } from './fit-text.ts';
import { boldOf, type Shown } from './request.ts';
import { type VoiceAnswer, voiceOf } from './voices.ts';

/**
 * Shows an answer, or the text of a request without one.
 *
 * @param animated - whether the voice's animation plays.
 */
type ShowText = (shown: Shown, animated: boolean) => void;

/** The length, in UTF-16 code units, above which a text is fitted only after a pause. */
const quickLength = 1_000;

/** Longer than between two keys, in milliseconds. */
const pause = 200;

/** How long the text waits for its font, in milliseconds. */
const fontTimeout = 3_000;

/** The answer of emphasize to the example, which the page contains. */
export const storedEmphasis = ({ dataset }: HTMLElement): VoiceAnswer =>
  JSON.parse(String(dataset.emphasized));

export const createStage = (stage: HTMLElement): ShowText => {
  const find = (selector: string) => stage.querySelector(selector) as HTMLElement;
  const output = find('#answer');
  const title = stage.querySelector('h1');
  let largest: number | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const fitNow = () => {
    clearTimeout(timer);
    fitText(stage, largest);
  };
  /** Fits a short text now, and a long one as soon as nothing has changed for a while. */
  const fitSoon = () => {
    clearTimeout(timer);
    if (String(output.textContent).length > quickLength) timer = setTimeout(fitNow, pause);
    else fitNow();
  };
  new ResizeObserver(fitSoon).observe(find('.room'));
  document.fonts.addEventListener('loadingdone', fitNow);
  const reveal = () => {
    fitNow();
    stage.dataset.ready = '';
  };
  void document.fonts.ready.then(reveal);
  setTimeout(reveal, fontTimeout);
  return (shown, animated) => {
    const { voice, value } = shown.request;
    const { look, title: heading, largest: size } = voiceOf(voice);
    const isOther = stage.dataset.look !== look;
    stage.dataset.look = look;
    stage.style.setProperty('--intensity', String(value));
    if (title) title.textContent = heading;
    largest = size;
    output.replaceChildren(...contentOf(shown));
    delete stage.dataset.animated;
    if (isOther || animated) fitNow();
    else fitSoon();
    if (!animated) return;
    // `fitNow` laid it out without the animation, which therefore starts again.
    stage.dataset.animated = '';
    // A long answer is read from its beginning.
    scrollTo(0, 0);
  };
};

const contentOf = (shown: Shown): Content => {
  const { request, answer } = shown;
  const bold = boldOf(shown);
  // The result of emphasize has asterisks.
  const text = bold.length > 0 || !answer ? request.text : answer.body.result;
  return piecesOf(text, bold).map(({ text, rank }) => {
    if (rank === undefined) return text;
    const word = element('strong', '', text);
    word.style.setProperty('--rank', String(rank));
    return word;
  });
};
