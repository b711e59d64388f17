import type { UserPool } from 'aws-cdk-lib/aws-cognito';
import { CfnWebACL, CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import type { Construct } from 'constructs';
import { signUpFirewallName, signUpLimits, signUpRules } from '../settings/sign-up.ts';
import type { Stage } from '../settings/stages.ts';

/** Whether a part of a request has a word in it, however it is written. */
const has = (
  fieldToMatch: CfnWebACL.FieldToMatchProperty,
  searchString: string,
): CfnWebACL.StatementProperty => ({
  byteMatchStatement: {
    fieldToMatch,
    positionalConstraint: 'CONTAINS',
    searchString,
    textTransformations: ['URL_DECODE', 'LOWERCASE'].map((type, priority) => ({ type, priority })),
  },
});

/** A request to sign up: to Cognito's page `/signup`, or past it to the operations `SignUp` and `ConfirmSignUp`. */
const signsUp: CfnWebACL.StatementProperty = {
  orStatement: {
    statements: [
      has({ uriPath: {} }, 'signup'),
      has({ singleHeader: { Name: 'x-amz-target' } }, 'signup'),
    ],
  },
};

const rule = (
  priority: number,
  name: string,
  aggregateKeyType: 'IP' | 'CONSTANT',
  limit: number,
): CfnWebACL.RuleProperty => ({
  name,
  priority,
  action: { block: {} },
  statement: {
    rateBasedStatement: {
      aggregateKeyType,
      limit,
      evaluationWindowSec: 600,
      scopeDownStatement: signsUp,
    },
  },
  visibilityConfig: visibility(name),
});

/** Counts by rule, but keeps no requests to look at: what a caller sends there is their own. */
const visibility = (metricName: string): CfnWebACL.VisibilityConfigProperty => ({
  metricName,
  cloudWatchMetricsEnabled: true,
  sampledRequestsEnabled: false,
});

/**
 * Deploys limits before an open sign-up: what caps the bill when somebody makes up addresses by the
 * million. Cognito has no throttle that could be lowered, and asks nothing of who signs up.
 */
export const signUpFirewall = (scope: Construct, stage: Stage, pool: UserPool): void => {
  const name = signUpFirewallName(stage.name);
  const { perAddress, inAll } = signUpRules;
  const firewall = new CfnWebACL(scope, 'SignUpFirewall', {
    name,
    scope: 'REGIONAL',
    defaultAction: { allow: {} },
    rules: [
      rule(0, perAddress, 'IP', signUpLimits.perAddress),
      rule(1, inAll, 'CONSTANT', signUpLimits.inAll),
    ],
    visibilityConfig: visibility(name),
  });
  new CfnWebACLAssociation(scope, 'SignUpFirewallOfPool', {
    resourceArn: pool.userPoolArn,
    webAclArn: firewall.attrArn,
  });
};
