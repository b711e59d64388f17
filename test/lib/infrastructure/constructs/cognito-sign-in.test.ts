import { expect, test } from '@jest/globals';
import { deployed } from '../../../rehearsal/stack.ts';
import { buildTemplate, changed, findProperties, only } from '../../../support/synth.ts';

const template = await buildTemplate('prod');
/** By invitation, with e-mails from SES, and removed with its data. */
const changedTemplate = await buildTemplate('prod', changed);

const pool = only(template, 'AWS::Cognito::UserPool');
const otherPool = only(changedTemplate, 'AWS::Cognito::UserPool');

test('users are identified by a verified address, in any case, and sign in by a passkey, a code or a password', () => {
  expect(pool.Properties).toMatchObject({
    UsernameAttributes: ['email'],
    UsernameConfiguration: { CaseSensitive: false },
    AutoVerifiedAttributes: ['email'],
    UserAttributeUpdateSettings: { AttributesRequireVerificationBeforeUpdate: ['email'] },
    AccountRecoverySetting: { RecoveryMechanisms: [{ Name: 'verified_email', Priority: 1 }] },
    // Required for passkeys and codes.
    UserPoolTier: 'ESSENTIALS',
    Policies: {
      PasswordPolicy: { MinimumLength: 15 },
      SignInPolicy: { AllowedFirstAuthFactors: ['PASSWORD', 'EMAIL_OTP', 'WEB_AUTHN'] },
    },
    MfaConfiguration: 'OFF',
    WebAuthnUserVerification: 'required',
  });
  // With a schema, Cognito rejects later updates.
  expect(pool.Properties).not.toHaveProperty('Schema');
});

test('users and accounts are protected from deletion where the stage keeps its data', () => {
  expect(pool).toMatchObject({
    Properties: { DeletionProtection: 'ACTIVE' },
    DeletionPolicy: 'Retain',
    UpdateReplacePolicy: 'Retain',
  });
  expect(otherPool).toMatchObject({
    Properties: { DeletionProtection: 'INACTIVE' },
    DeletionPolicy: 'Delete',
    UpdateReplacePolicy: 'Delete',
  });
  expect(changedTemplate.Resources.AccountTable).toMatchObject({
    Properties: { Replicas: [{ DeletionProtectionEnabled: false }] },
    DeletionPolicy: 'Delete',
  });
});

test('users sign up by themselves, or only the operator creates them, without a function', () => {
  const byOperator = (AllowAdminCreateUserOnly: boolean) => ({ AllowAdminCreateUserOnly });
  expect(pool.Properties).toMatchObject({ AdminCreateUserConfig: byOperator(false) });
  expect(otherPool.Properties).toMatchObject({ AdminCreateUserConfig: byOperator(true) });
  expect(otherPool.Properties).not.toHaveProperty('LambdaConfig');
  expect(changedTemplate.Resources).not.toHaveProperty('SignUpFunction');
});

test('e-mails come by SES, signed by the domain of the configured address, or by Cognito; errors are logged', () => {
  const addresses = { api: 'https://api', signIn: 'https://issuer' };
  expect(pool.Properties).not.toHaveProperty('EmailConfiguration');
  expect(deployed(changedTemplate, addresses).property('UserPool', 'EmailConfiguration')).toEqual({
    EmailSendingAccount: 'DEVELOPER',
    From: 'Amplify <hello@example.org>',
    SourceArn: 'arn:aws:ses:us-east-1:123456789012:identity/example.org',
  });
  const [log = ''] = Object.keys(template.Resources).filter((id) => id.startsWith('EmailErrors'));
  const delivery = only(template, 'AWS::Cognito::LogDeliveryConfiguration').Properties;
  const errors = { EventSource: 'userNotification', LogLevel: 'ERROR' };
  expect(delivery.LogConfigurations).toMatchObject([errors]);
  // Without the `:*` of the group's own ARN.
  expect(JSON.stringify(delivery)).toContain(`":log-group:",{"Ref":"${log}"}]]`);
  // Neither encrypted with KMS, nor in need of a resource policy.
  expect(template.Resources[log]?.Properties).toEqual({
    LogGroupName: {
      'Fn::Join': ['', ['/aws/vendedlogs/amplify/prod/e-mail-errors-', expect.anything()]],
    },
    RetentionInDays: 90,
  });
});

test('people see the terms and the privacy policy before they sign up', () => {
  expect(findProperties(changedTemplate, 'AWS::Cognito::Terms')).toMatchObject([
    { TermsName: 'terms-of-use', Links: { 'cognito:default': 'https://example.org/terms' } },
    { TermsName: 'privacy-policy', Links: { 'cognito:default': 'https://example.org/data' } },
  ]);
});

test('the dashboard is a public client that gets codes on its own page, and tokens for an hour', () => {
  const client = only(template, 'AWS::Cognito::UserPoolClient');
  expect(client.Properties).toMatchObject({
    GenerateSecret: false,
    AllowedOAuthFlows: ['code'],
    AllowedOAuthScopes: ['openid', 'email'],
    SupportedIdentityProviders: ['COGNITO'],
    // No flow accepts a password outside of the pages.
    ExplicitAuthFlows: ['ALLOW_USER_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH'],
    PreventUserExistenceErrors: 'ENABLED',
    EnableTokenRevocation: true,
    // Minutes in which a code by e-mail can be entered.
    AuthSessionValidity: 15,
    AccessTokenValidity: 60,
    IdTokenValidity: 60,
    RefreshTokenValidity: 60,
    TokenValidityUnits: { AccessToken: 'minutes', IdToken: 'minutes', RefreshToken: 'minutes' },
    ReadAttributes: ['email', 'email_verified'],
    WriteAttributes: ['email'],
  });
  // The older pages know neither codes nor passkeys.
  expect(only(template, 'AWS::Cognito::UserPoolDomain').Properties.ManagedLoginVersion).toBe(2);
  // Without it, the managed login has no pages.
  expect(only(template, 'AWS::Cognito::ManagedLoginBranding').Properties).toMatchObject({
    ClientId: { Ref: client.id },
  });
});

interface Statement {
  readonly AndStatement?: { readonly Statements: readonly Statement[] };
  readonly RegexMatchStatement?: { readonly FieldToMatch: object; readonly RegexString: string };
}

/** The parts of a request that WAF reads: of a page of the managed login, or of an operation of the API. */
type Seen = Readonly<Record<string, string>>;

const matches = ({ AndStatement, RegexMatchStatement }: Statement, seen: Seen): boolean => {
  if (AndStatement) return AndStatement.Statements.every((part) => matches(part, seen));
  const { FieldToMatch = {}, RegexString = '' } = RegexMatchStatement ?? {};
  const [field = ''] = Object.keys(FieldToMatch).map((name) => seen[name]);
  return new RegExp(RegexString).test(decodeURIComponent(field).toLowerCase());
};

const firewall = only(template, 'AWS::WAFv2::WebACL');

/** The limits that count a request, in their order. */
const limitsOn = (seen: Seen): readonly number[] => {
  const rules = firewall.Properties.Rules as readonly {
    readonly Statement: {
      readonly RateBasedStatement: {
        readonly Limit: number;
        readonly ScopeDownStatement: { readonly OrStatement: { Statements: Statement[] } };
      };
    };
  }[];
  return rules
    .map(({ Statement }) => Statement.RateBasedStatement)
    .filter(({ ScopeDownStatement: { OrStatement } }) =>
      OrStatement.Statements.some((statement) => matches(statement, seen)),
    )
    .map(({ Limit }) => Limit);
};

const posted = (paths: string): readonly Seen[] =>
  paths.split(' ').map((UriPath) => ({ Method: 'POST', UriPath }));
/** Operations, also with white space around their names. */
const called = (names: string): readonly Seen[] =>
  names
    .split(' ')
    .flatMap((name) => [`A.${name}`, ` A.${name}\t `])
    .map((SingleHeader) => ({ Method: 'POST', UriPath: '/', SingleHeader }));

test.each<[string, readonly number[], readonly Seen[]]>([
  [
    'sign-ups by address, and as requests for codes',
    [10, 40],
    [...posted('/signup /%73ignUp'), ...called('SignUp')],
  ],
  [
    'what sends a code by address',
    [40],
    [
      { Method: 'GET', UriPath: '/signup' },
      ...posted('/login /login/continue /%6cogin /resendcode /forgotPassword'),
      ...called('ResendConfirmationCode ForgotPassword InitiateAuth RespondToAuthChallenge'),
      ...called('GetUserAttributeVerificationCode UpdateUserAttributes'),
    ],
  ],
  [
    'nothing else',
    [],
    [
      ...posted('/oauth2/authorize /oauth2/token /oauth2/userInfo /logout /confirm'),
      ...posted('/confirmforgotPassword /passkeys/add'),
      ...called('ConfirmSignUp ConfirmForgotPassword GetUser RevokeToken GlobalSignOut'),
    ],
  ],
])('the firewall limits %s', (_, limits, requests) => {
  for (const seen of requests) expect([seen, limitsOn(seen)]).toEqual([seen, limits]);
});

test('the firewall protects the user pool, reads encoded paths in any case, and stores no samples of requests', () => {
  const unsampled = { VisibilityConfig: { SampledRequestsEnabled: false } };
  const rule = {
    Action: { Block: {} },
    Statement: { RateBasedStatement: { EvaluationWindowSec: 600, AggregateKeyType: 'IP' } },
    ...unsampled,
  };
  const regexes = JSON.stringify(firewall.Properties.Rules).match(/"TextTransformations":.*?\]/g);
  expect([...new Set(regexes)]).toEqual([
    '"TextTransformations":[{"Priority":0,"Type":"URL_DECODE"},{"Priority":1,"Type":"LOWERCASE"}]',
  ]);
  expect(firewall.Properties).toMatchObject({
    Scope: 'REGIONAL',
    DefaultAction: { Allow: {} },
    Rules: [0, 1].map((Priority) => ({ ...rule, Priority })),
    ...unsampled,
  });
  expect(only(template, 'AWS::WAFv2::WebACLAssociation')).toMatchObject({
    Properties: {
      ResourceArn: { 'Fn::GetAtt': ['UserPool', 'Arn'] },
      WebACLArn: { 'Fn::GetAtt': [firewall.id, 'Arn'] },
    },
    // AWS rejects an association before its firewall has propagated.
    DependsOn: expect.arrayContaining([only(template, 'AWS::ApiGatewayV2::Stage').id]),
  });
});
