import type { UserPool } from 'aws-cdk-lib/aws-cognito';
import { CfnWebACL, CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import type { Construct } from 'constructs';
import { firewallLimits, firewallName, firewallRules } from '../settings/sign-in-firewall.ts';
import type { Stage } from '../settings/stages.ts';

/** A request to one of the pages, or one of the API's operations, however it is encoded. */
const requestTo = (pages: string, operations: string): CfnWebACL.StatementProperty => {
  const matches = (
    fieldToMatch: CfnWebACL.FieldToMatchProperty,
    regexString: string,
  ): CfnWebACL.StatementProperty => ({
    regexMatchStatement: {
      fieldToMatch,
      regexString,
      textTransformations: ['URL_DECODE', 'LOWERCASE'].map((type, priority) => ({
        type,
        priority,
      })),
    },
  });
  return {
    orStatement: {
      statements: [
        matches({ uriPath: {} }, `/(${pages})`),
        matches({ singleHeader: { Name: 'x-amz-target' } }, `\\.(${operations})$`),
      ],
    },
  };
};

/**
 * Everything that makes Cognito send an e-mail with a code.
 *
 * https://docs.aws.amazon.com/cognito/latest/developerguide/managed-login-endpoints.html
 * https://docs.aws.amazon.com/cognito/latest/developerguide/authentication-flows-public-server-side.html
 */
const sendsCode = requestTo(
  'signup|login|resendcode|forgotpassword',
  'signup|resendconfirmationcode|forgotpassword|initiateauth|respondtoauthchallenge|getuserattributeverificationcode|updateuserattributes',
);

/** Cognito's page `/signup`, and the operation behind it. */
const signsUp = requestTo('signup', 'signup');

const rule = (
  priority: number,
  name: string,
  aggregateKeyType: 'IP' | 'CONSTANT',
  limit: number,
  scopeDownStatement: CfnWebACL.StatementProperty,
): CfnWebACL.RuleProperty => ({
  name,
  priority,
  action: { block: {} },
  statement: {
    rateBasedStatement: { aggregateKeyType, limit, evaluationWindowSec: 600, scopeDownStatement },
  },
  visibilityConfig: visibility(name),
});

/** Counts requests by rule, and stores none of them: they are personal data. */
const visibility = (metricName: string): CfnWebACL.VisibilityConfigProperty => ({
  metricName,
  cloudWatchMetricsEnabled: true,
  sampledRequestsEnabled: false,
});

/**
 * Deploys the firewall before the sign-in. It limits what one IP address can make Cognito send, and, where
 * sign-up is open, how many sign up in all: each new user is billed. A limit for all addresses together
 * exists for sign-up only, since anybody can use it up, and must not lock out those who have an account.
 */
export const signInFirewall = (
  scope: Construct,
  stage: Stage,
  pool: UserPool,
  signUpIsOpen: boolean,
): void => {
  const name = firewallName(stage.name);
  const firewall = new CfnWebACL(scope, 'SignInFirewall', {
    name,
    scope: 'REGIONAL',
    defaultAction: { allow: {} },
    rules: [
      rule(0, firewallRules.codes, 'IP', firewallLimits.codesFromOneAddress, sendsCode),
      ...(signUpIsOpen
        ? [rule(1, firewallRules.signUps, 'CONSTANT', firewallLimits.signUpsInAll, signsUp)]
        : []),
    ],
    visibilityConfig: visibility(name),
  });
  new CfnWebACLAssociation(scope, 'SignInFirewallOfPool', {
    resourceArn: pool.userPoolArn,
    webAclArn: firewall.attrArn,
  });
};
