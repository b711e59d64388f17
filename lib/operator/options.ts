/** What options of every operator's tool may say. Each function returns the value, or throws an error that says what may be. */
import type { Plan } from '../../functions/quota/window.ts';
import { type Stage, stageNamed, stageNames } from '../settings/stages.ts';

/** A stage that issues keys. */
export interface IssuingStage {
  readonly name: string;
  readonly plans: readonly Plan[];
}

const asIssuing = ({ name, keys }: Stage): IssuingStage | undefined =>
  keys.policy === 'issued' ? { name, plans: keys.plans } : undefined;

/** The stage that `--stage` names. */
export const stageOption = (name: string | undefined): IssuingStage => {
  const issuing = stageNames.filter((candidate) => asIssuing(stageNamed(candidate))).join(', ');
  if (name === undefined) throw new Error(`Say --stage. The stages that issue keys: ${issuing}.`);
  const stage = asIssuing(stageNamed(name));
  if (stage) return stage;
  throw new Error(`The stage "${name}" issues no keys: it takes any. Those that do: ${issuing}.`);
};

/** The plan that `--plan` names. */
export const planOption = (name: string | undefined, { plans, ...stage }: IssuingStage): string => {
  const names = plans.map((plan) => plan.name);
  if (name !== undefined && names.includes(name)) return name;
  const mistake = name === undefined ? 'Say --plan.' : `Unknown plan "${name}".`;
  throw new Error(`${mistake} The plans of the stage "${stage.name}": ${names.join(', ')}.`);
};

/** Refuses a question that nobody can answer: whether to go on, where standard input holds what was asked for before. */
export const refuseUnanswerable = (
  object: string,
  { yes }: { readonly yes?: boolean },
  { interactive }: { readonly interactive: boolean },
): void => {
  if (yes || interactive) return;
  throw new Error(`Say --yes, too: where standard input holds the ${object}, it holds no answer.`);
};
