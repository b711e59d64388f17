import type { UserPool } from 'aws-cdk-lib/aws-cognito';
import { CfnWebACL, CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import type { Construct, IDependable } from 'constructs';
import type { Stage } from '../../settings/stages.ts';

/**
 * The limit, per ten minutes, of requests from one IP address that may send a code. Signing in takes about four, signing
 * up two more; several people may share an address. AWS calls it an estimate.
 */
export const codesFromOneAddress = 40;

/** The rule's name in CloudWatch's metrics. */
export const firewallRule = 'codes-from-one-address';

export const firewallName = (stage: string): string => `amplify-${stage}-sign-in`;

/** Matches a part of a request, in any encoding. */
const matches = (
  fieldToMatch: CfnWebACL.FieldToMatchProperty,
  regexString: string,
): CfnWebACL.StatementProperty => ({
  regexMatchStatement: {
    fieldToMatch,
    regexString,
    textTransformations: ['URL_DECODE', 'LOWERCASE'].map((type, priority) => ({ type, priority })),
  },
});

/**
 * All requests that make Cognito send an e-mail with a code, to its pages or its API.
 *
 * https://docs.aws.amazon.com/cognito/latest/developerguide/managed-login-endpoints.html
 * https://docs.aws.amazon.com/cognito/latest/developerguide/authentication-flows-public-server-side.html
 */
const sendsCode: CfnWebACL.StatementProperty = {
  orStatement: {
    statements: [
      matches({ uriPath: {} }, '/(signup|login|resendcode|forgotpassword)'),
      matches(
        { singleHeader: { Name: 'x-amz-target' } },
        '\\.(signup|resendconfirmationcode|forgotpassword|initiateauth|respondtoauthchallenge|getuserattributeverificationcode|updateuserattributes)$',
      ),
    ],
  },
};

/** Counts requests by rule, and stores no samples: they are personal data. */
const visibility = (metricName: string): CfnWebACL.VisibilityConfigProperty => ({
  metricName,
  cloudWatchMetricsEnabled: true,
  sampledRequestsEnabled: false,
});

/**
 * Deploys the sign-in's firewall, which limits the requests for codes from one IP address.
 *
 * @param late - one of the last resources to be created. Until a new firewall has propagated, AWS rejects its
 *   association with `WAFUnavailableEntityException`.
 */
export const signInFirewall = (
  scope: Construct,
  stage: Stage,
  pool: UserPool,
  late: IDependable,
): void => {
  const name = firewallName(stage.name);
  const firewall = new CfnWebACL(scope, 'SignInFirewall', {
    name,
    scope: 'REGIONAL',
    defaultAction: { allow: {} },
    rules: [
      {
        name: firewallRule,
        priority: 0,
        action: { block: {} },
        statement: {
          rateBasedStatement: {
            aggregateKeyType: 'IP',
            limit: codesFromOneAddress,
            evaluationWindowSec: 600,
            scopeDownStatement: sendsCode,
          },
        },
        visibilityConfig: visibility(firewallRule),
      },
    ],
    visibilityConfig: visibility(name),
  });
  const association = new CfnWebACLAssociation(scope, 'SignInFirewallOfPool', {
    resourceArn: pool.userPoolArn,
    webAclArn: firewall.attrArn,
  });
  association.node.addDependency(late);
};
