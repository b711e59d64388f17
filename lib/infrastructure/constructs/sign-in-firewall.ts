import type { UserPool } from 'aws-cdk-lib/aws-cognito';
import { CfnWebACL, CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import type { Construct } from 'constructs';
import { firewallLimits, firewallName, firewallRules } from '../../settings/sign-in-firewall.ts';
import type { Stage } from '../../settings/stages.ts';

/** Matches requests to one of the pages or one of the API's operations, in any encoding. */
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
 * All requests that make Cognito send an e-mail with a code.
 *
 * https://docs.aws.amazon.com/cognito/latest/developerguide/managed-login-endpoints.html
 * https://docs.aws.amazon.com/cognito/latest/developerguide/authentication-flows-public-server-side.html
 */
const sendsCode = requestTo(
  'signup|login|resendcode|forgotpassword',
  'signup|resendconfirmationcode|forgotpassword|initiateauth|respondtoauthchallenge|getuserattributeverificationcode|updateuserattributes',
);

/** Cognito's page `/signup` and its operation. */
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

/** Counts requests by rule, and stores no samples: they are personal data. */
const visibility = (metricName: string): CfnWebACL.VisibilityConfigProperty => ({
  metricName,
  cloudWatchMetricsEnabled: true,
  sampledRequestsEnabled: false,
});

/**
 * Deploys the sign-in's firewall. It limits the codes sent for one IP address, and, if sign-up is open, all
 * sign-ups together: each new user is billed. Only sign-up has a common limit: anybody can use it up, and it
 * must not lock out existing users.
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
