/** What several pages have. */
import type { Plan } from '../../../functions/quota/window.ts';
import { quotaInWords } from '../../settings/plans.ts';
import type { IssuedKeys } from '../../settings/stages.ts';
import { type Html, html } from '../html.ts';

/** The plan of new accounts. */
const firstPlanOf = ({ accounts, plans }: IssuedKeys): Plan =>
  plans.find(({ name }) => name === accounts.firstPlan) as Plan;

/** What new accounts get. */
export const offerOf = (keys: IssuedKeys): string =>
  `Free: ${keys.accounts.activeKeys} keys, each with ${quotaInWords(firstPlanOf(keys))}.`;

/** The attributes of a field for a key: what HTTP allows in a header's value. */
export const keyField: Html = html`pattern=" *[!-~]([ -~]*[!-~])? *" title="ASCII letters, digits and punctuation" autocomplete="off" autocapitalize="none" spellcheck="false"`;
