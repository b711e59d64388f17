/** What a visitor is told when an answer is not a success. */
import { maxCharactersText } from '../../../../functions/body/size.ts';
import { type Content, element } from '../element.ts';
import type { Quota } from '../quota.ts';
import type { Answer } from './api.ts';

/** What is said when no call is left, with the element in which the seconds are counted down. */
export const outOfSlots = ({
  limit,
  resetsInSeconds,
}: Quota): { readonly content: Content; readonly countdown: HTMLElement } => {
  const countdown = element('strong', 'seconds', `${resetsInSeconds} s`);
  // Whoever hears the page is told the number once, and not each second again.
  countdown.ariaHidden = 'true';
  const spoken = element('span', 'hidden', `${resetsInSeconds} seconds`);
  const rest = '. This call was not counted.';
  return {
    content: [
      element('p', 'kind', `Take a breath: all ${limit} calls are used up.`),
      element('p', 'facts', 'Your voice is back in ', countdown, spoken, rest),
    ],
    countdown,
  };
};

/** What is said of any other refusal. */
export const refusal = ({ status, body }: Answer): string => {
  const { detail } = body as { detail?: string | readonly { readonly msg: string }[] };
  switch (status) {
    case 401:
      return 'This key is not accepted. Try another one above.';
    case 413:
      return `That is too long: a request may have ${maxCharactersText} characters at most.`;
    default:
      return typeof detail === 'string'
        ? detail
        : (detail?.map(({ msg }) => msg).join('. ') ?? 'That did not work. Try again.');
  }
};
