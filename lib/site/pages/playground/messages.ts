/** What a visitor is told when an answer is not a success. */
import { maxCharactersText } from '../../../../functions/http/body-size.ts';
import { duration } from '../duration.ts';
import type { Quota } from '../quota.ts';
import type { Answer } from './api.ts';

/** What is said when no call is left. */
export const outOfSlots = ({ limit, resetsInSeconds }: Quota): string =>
  `Take a breath: all ${limit} calls are used up. Your voice is back in ${duration(resetsInSeconds)}.`;

/** What is said of any other refusal. */
export const refusal = ({ status, body }: Answer): string => {
  const { detail } = body as { detail?: string | readonly { readonly msg: string }[] };
  switch (status) {
    case 401:
      return 'This key is not accepted. Try another one under “Key and code”.';
    case 413:
      return `That is too long: a request may have ${maxCharactersText} characters at most.`;
    default:
      return typeof detail === 'string'
        ? detail
        : (detail?.map(({ msg }) => msg).join('. ') ?? 'That did not work. Try again.');
  }
};
