import { Annotations } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { Stage } from '../../settings/stages.ts';

/**
 * Warns about settings that are missing in a stage that keeps its data. `npm run synth -- --strict` turns the
 * warnings into errors.
 */
export const warnOfMissingSettings = (scope: Construct, stage: Stage): void => {
  if (stage.removal !== 'retain') return;
  const { monitoring, budget, domain, keys } = stage;
  const accounts = keys.policy === 'issued' ? keys.accounts : undefined;
  const missing = {
    'alarm-address':
      !monitoring?.pageEmail && 'No alarm reaches anybody: set monitoring.pageEmail.',
    domain:
      !domain && 'A firewall against floods needs an address of its own in front: set domain.',
    budget: !budget && 'Nobody is told when the bill grows: set budget.',
    'email-sender':
      accounts?.signUp === 'open' &&
      !accounts.emailFrom &&
      "Sign-up is open, but Cognito's own sender stops at 50 e-mails a day: set accounts.emailFrom.",
  };
  for (const [id, warning] of Object.entries(missing)) {
    if (warning) {
      Annotations.of(scope).addWarningV2(
        `amplify:${id}`,
        `${warning} The row of stage "${stage.name}" is in lib/settings/stages.ts.`,
      );
    }
  }
};
