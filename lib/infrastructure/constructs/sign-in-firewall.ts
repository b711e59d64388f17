import type { UserPool } from 'aws-cdk-lib/aws-cognito';
import { CfnWebACL, CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import type { Construct, IDependable } from 'constructs';
import type { Stage } from '../../settings/stages.ts';

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

const matchesPages = (paths: string) => matches({ uriPath: {} }, `/(${paths})`);

const matchesOperations = (operations: string) =>
  matches({ singleHeader: { Name: 'x-amz-target' } }, `\\.(${operations})\\s*$`);

/**
 * The rules in their order, with their names in CloudWatch's metrics, and the most requests of one IP address in ten
 * minutes: of sign-ups, and of all that make Cognito send an e-mail with a code, to its pages or its API. Signing in
 * takes about four of these, signing up two more; several people may share an address. AWS calls a limit an estimate,
 * and takes none below 10.
 *
 * https://docs.aws.amazon.com/cognito/latest/developerguide/managed-login-endpoints.html
 * https://docs.aws.amazon.com/cognito/latest/developerguide/authentication-flows-public-server-side.html
 */
export const firewallRules = [
  {
    name: 'sign-ups-from-one-address',
    limit: 10,
    statements: [
      { andStatement: { statements: [matches({ method: {} }, '^post$'), matchesPages('signup')] } },
      matchesOperations('signup'),
    ],
  },
  {
    name: 'codes-from-one-address',
    limit: 40,
    statements: [
      matchesPages('signup|login|resendcode|forgotpassword'),
      matchesOperations(
        'signup|resendconfirmationcode|forgotpassword|initiateauth|respondtoauthchallenge|getuserattributeverificationcode|updateuserattributes',
      ),
    ],
  },
];

/** Counts requests by rule, and stores no samples: they are personal data. */
const visibility = (metricName: string): CfnWebACL.VisibilityConfigProperty => ({
  metricName,
  cloudWatchMetricsEnabled: true,
  sampledRequestsEnabled: false,
});

/**
 * Deploys the sign-in's firewall, which limits the sign-ups and the requests for codes from one IP address.
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
    rules: firewallRules.map(({ name: rule, limit, statements }, priority) => ({
      name: rule,
      priority,
      action: { block: {} },
      statement: {
        rateBasedStatement: {
          aggregateKeyType: 'IP',
          limit,
          evaluationWindowSec: 600,
          scopeDownStatement: { orStatement: { statements } },
        },
      },
      visibilityConfig: visibility(rule),
    })),
    visibilityConfig: visibility(name),
  });
  const association = new CfnWebACLAssociation(scope, 'SignInFirewallOfPool', {
    resourceArn: pool.userPoolArn,
    webAclArn: firewall.attrArn,
  });
  association.node.addDependency(late);
};
