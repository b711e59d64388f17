import { describe, expect, test } from '@jest/globals';
import { stageNamed } from '../../../../lib/settings/stages.ts';
import { only, resourcesOf, type Template, templateOf } from '../../../support/synth.ts';

const template = await templateOf('prod');
const { keys } = stageNamed('prod');
if (keys.policy !== 'issued') throw new TypeError('prod has no accounts.');
/** By invitation, with e-mails from SES, in a stage that is removed with its data. */
const changed = await templateOf('prod', {
  keys: {
    ...keys,
    accounts: {
      ...keys.accounts,
      signUp: 'invitation',
      emailFrom: 'hello@example.com',
      documents: {
        termsUrl: 'https://example.com/terms',
        privacyUrl: 'https://example.com/privacy',
      },
    },
  },
  removal: 'destroy',
});

const joined = (...parts: readonly unknown[]) => ({ 'Fn::Join': ['', parts] });
const region = { Ref: 'AWS::Region' };

describe('the user pool', () => {
  const { Properties, ...policies } = only(template, 'AWS::Cognito::UserPool');

  test('identifies users by a verified address, in any case', () => {
    expect(Properties).toMatchObject({
      UsernameAttributes: ['email'],
      UsernameConfiguration: { CaseSensitive: false },
      AutoVerifiedAttributes: ['email'],
      UserAttributeUpdateSettings: { AttributesRequireVerificationBeforeUpdate: ['email'] },
      AccountRecoverySetting: { RecoveryMechanisms: [{ Name: 'verified_email', Priority: 1 }] },
    });
  });

  test('accepts a passkey, a code or a password, and sends no SMS', () => {
    expect(Properties).toMatchObject({
      // Required for passkeys and codes.
      UserPoolTier: 'ESSENTIALS',
      Policies: {
        PasswordPolicy: { MinimumLength: 15 },
        SignInPolicy: { AllowedFirstAuthFactors: ['PASSWORD', 'EMAIL_OTP', 'WEB_AUTHN'] },
      },
      MfaConfiguration: 'OFF',
      WebAuthnUserVerification: 'required',
    });
    for (const absent of ['EnabledMfas', 'WebAuthnFactorConfiguration', 'SmsConfiguration']) {
      expect(Properties).not.toHaveProperty(absent);
    }
  });

  test('is protected from deletion where the stage keeps its data, as its accounts are', () => {
    expect(Properties.DeletionProtection).toBe('ACTIVE');
    expect(policies).toMatchObject({ DeletionPolicy: 'Retain', UpdateReplacePolicy: 'Retain' });
    expect(only(changed, 'AWS::Cognito::UserPool')).toMatchObject({
      Properties: { DeletionProtection: 'INACTIVE' },
      DeletionPolicy: 'Delete',
      UpdateReplacePolicy: 'Delete',
    });
    const accounts = [template, changed].map(({ Resources }) => Resources.AccountTable?.Properties);
    expect(accounts).toMatchObject(
      [true, false].map((on) => ({ Replicas: [{ DeletionProtectionEnabled: on }] })),
    );
  });

  test('sends e-mails by SES, signed by the domain of the configured address, or by Cognito', () => {
    expect(Properties).not.toHaveProperty('EmailConfiguration');
    expect(only(changed, 'AWS::Cognito::UserPool').Properties.EmailConfiguration).toEqual({
      EmailSendingAccount: 'DEVELOPER',
      From: 'Amplify <hello@example.com>',
      SourceArn: joined(
        'arn:',
        { Ref: 'AWS::Partition' },
        ':ses:',
        region,
        ':',
        { Ref: 'AWS::AccountId' },
        ':identity/example.com',
      ),
    });
  });
});

describe('the firewall', () => {
  interface Statement {
    readonly OrStatement?: { readonly Statements: readonly Statement[] };
    readonly AndStatement?: { readonly Statements: readonly Statement[] };
    readonly RegexMatchStatement?: {
      readonly FieldToMatch: {
        readonly UriPath?: object;
        readonly Method?: object;
        readonly SingleHeader?: { Name: string };
      };
      readonly RegexString: string;
      readonly TextTransformations: readonly { readonly Type: string; readonly Priority: number }[];
    };
    readonly RateBasedStatement?: {
      readonly AggregateKeyType: string;
      readonly Limit: number;
      readonly EvaluationWindowSec: number;
      readonly ScopeDownStatement: Statement;
    };
  }
  type Rules = readonly {
    readonly Name: string;
    readonly Priority: number;
    readonly Action: object;
    readonly Statement: Statement;
  }[];

  /** A request as WAF sees it: a page of the managed login, or an operation of the API. */
  interface Seen {
    readonly path: string;
    readonly method?: string;
    readonly target?: string;
  }

  const transformed = (text: string, types: readonly string[]): string =>
    types.reduce((value, type) => {
      if (type === 'URL_DECODE') return decodeURIComponent(value);
      if (type === 'LOWERCASE') return value.toLowerCase();
      throw new TypeError(`Unknown transformation ${type}`);
    }, text);

  const matches = (statement: Statement, seen: Seen): boolean => {
    const { OrStatement, AndStatement, RegexMatchStatement } = statement;
    if (AndStatement) return AndStatement.Statements.every((part) => matches(part, seen));
    if (OrStatement) return OrStatement.Statements.some((part) => matches(part, seen));
    if (!RegexMatchStatement) throw new TypeError('Unknown statement');
    const { FieldToMatch, RegexString, TextTransformations } = RegexMatchStatement;
    const { path, method = 'POST', target = '' } = seen;
    const field = FieldToMatch.UriPath ? path : FieldToMatch.Method ? method : target;
    const types = TextTransformations.toSorted((a, b) => a.Priority - b.Priority);
    return new RegExp(RegexString).test(
      transformed(
        field,
        types.map(({ Type }) => Type),
      ),
    );
  };

  const rulesOf = (made: Template): Rules =>
    only(made, 'AWS::WAFv2::WebACL').Properties.Rules as Rules;

  /** The limits that count a request, in their order. */
  const limitsOn = (made: Template, seen: Seen): readonly number[] =>
    rulesOf(made)
      .toSorted((a, b) => a.Priority - b.Priority)
      .flatMap(({ Action, Statement: { RateBasedStatement: rate } }) => {
        expect(Action).toEqual({ Block: {} });
        expect(rate).toMatchObject({ EvaluationWindowSec: 600, AggregateKeyType: 'IP' });
        return rate && matches(rate.ScopeDownStatement, seen) ? [rate.Limit] : [];
      });

  const operation = (name: string) => ({
    path: '/',
    target: `AWSCognitoIdentityProviderService.${name}`,
  });

  test.each([{ path: '/signup' }, { path: '/%73ignUp' }, operation('SignUp')])(
    'limits the sign-up $path $target by address, and as a request for a code',
    (seen) => {
      expect(limitsOn(template, seen)).toEqual([10, 40]);
    },
  );

  test.each([
    { path: '/signup', method: 'GET' },
    { path: '/login' },
    { path: '/login/continue' },
    { path: '/%6cogin' },
    { path: '/resendcode' },
    { path: '/forgotPassword' },
    ...[
      'ResendConfirmationCode',
      'ForgotPassword',
      'InitiateAuth',
      'RespondToAuthChallenge',
      'GetUserAttributeVerificationCode',
      'UpdateUserAttributes',
    ].map(operation),
  ])('limits $path $target by address', (seen) => {
    expect(limitsOn(template, seen)).toEqual([40]);
  });

  test.each([
    { path: '/oauth2/authorize' },
    { path: '/oauth2/token' },
    { path: '/oauth2/userInfo' },
    { path: '/logout' },
    { path: '/confirm' },
    { path: '/confirmforgotPassword' },
    { path: '/passkeys/add' },
    ...['ConfirmSignUp', 'ConfirmForgotPassword', 'GetUser', 'RevokeToken', 'GlobalSignOut'].map(
      operation,
    ),
  ])('does not limit $path $target, which sends no code', (seen) => {
    expect(limitsOn(template, seen)).toEqual([]);
  });

  test('protects the user pool, and stores no samples of requests', () => {
    const { id, Properties } = only(template, 'AWS::WAFv2::WebACL');
    const unsampled = { VisibilityConfig: { SampledRequestsEnabled: false } };
    expect(Properties).toMatchObject({
      Scope: 'REGIONAL',
      DefaultAction: { Allow: {} },
      Rules: [unsampled, unsampled],
      ...unsampled,
    });
    expect(only(template, 'AWS::WAFv2::WebACLAssociation')).toMatchObject({
      Properties: {
        ResourceArn: { 'Fn::GetAtt': ['UserPool', 'Arn'] },
        WebACLArn: { 'Fn::GetAtt': [id, 'Arn'] },
      },
      // AWS rejects an association before its firewall has propagated.
      DependsOn: expect.arrayContaining([only(template, 'AWS::ApiGatewayV2::Stage').id]),
    });
  });
});

test('users sign up by themselves, by a function, or only the operator creates them', () => {
  const live = { Ref: expect.stringMatching(/^SignUpFunctionLive/) };
  const pools = [template, changed].map((made) => only(made, 'AWS::Cognito::UserPool').Properties);
  expect(pools).toMatchObject([
    {
      AdminCreateUserConfig: { AllowAdminCreateUserOnly: false },
      LambdaConfig: { PreSignUp: live, PostConfirmation: live },
    },
    { AdminCreateUserConfig: { AllowAdminCreateUserOnly: true } },
  ]);
  expect(pools[1]).not.toHaveProperty('LambdaConfig');
  expect(template.Resources.SignUpFunction?.Properties).toMatchObject({
    Timeout: 4,
    Environment: { Variables: { SIGN_UPS: '{"limit":20,"windowSeconds":600}' } },
  });
  expect(changed.Resources).not.toHaveProperty('SignUpFunction');
});

test('e-mails that could not be sent are logged', () => {
  const { Properties } = only(template, 'AWS::Cognito::LogDeliveryConfiguration');
  const [log = ''] = Object.keys(template.Resources).filter((id) => id.startsWith('EmailErrors'));
  const LogGroupArn = joined(
    'arn:',
    { Ref: 'AWS::Partition' },
    ':logs:',
    region,
    ':',
    { Ref: 'AWS::AccountId' },
    ':log-group:',
    { Ref: log },
  );
  const CloudWatchLogsConfiguration = { LogGroupArn };
  expect(Properties.LogConfigurations).toEqual([
    { EventSource: 'userNotification', LogLevel: 'ERROR', CloudWatchLogsConfiguration },
  ]);
  // Neither encrypted with KMS, nor in need of a resource policy.
  expect(template.Resources[log]?.Properties).toEqual({
    LogGroupName: joined('/aws/vendedlogs/amplify/prod/e-mail-errors-', expect.anything()),
    RetentionInDays: 90,
  });
});

test('people see the terms and the privacy policy before they sign up', () => {
  const documents = Object.values(resourcesOf(changed, 'AWS::Cognito::Terms'));
  expect(documents.map(({ Properties }) => [Properties.TermsName, Properties.Links])).toEqual([
    ['terms-of-use', { 'cognito:default': 'https://example.com/terms' }],
    ['privacy-policy', { 'cognito:default': 'https://example.com/privacy' }],
  ]);
});

describe('the dashboard', () => {
  const client = only(template, 'AWS::Cognito::UserPoolClient');

  test('is a public client that gets codes on its own pages', () => {
    const { id: api } = only(template, 'AWS::ApiGatewayV2::Api');
    const pages = [joined({ 'Fn::GetAtt': [api, 'ApiEndpoint'] }, '/dashboard')];
    expect(client.Properties).toMatchObject({
      GenerateSecret: false,
      AllowedOAuthFlows: ['code'],
      AllowedOAuthScopes: ['openid', 'email'],
      CallbackURLs: pages,
      LogoutURLs: pages,
      SupportedIdentityProviders: ['COGNITO'],
      // No flow accepts a password outside of the pages.
      ExplicitAuthFlows: ['ALLOW_USER_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH'],
      PreventUserExistenceErrors: 'ENABLED',
      EnableTokenRevocation: true,
    });
    // Without it, the managed login has no pages.
    expect(only(template, 'AWS::Cognito::ManagedLoginBranding').Properties).toMatchObject({
      ClientId: { Ref: client.id },
    });
  });

  test('gets tokens for an hour, and reads only the address', () => {
    expect(client.Properties).toMatchObject({
      // Minutes in which a code by e-mail can be entered.
      AuthSessionValidity: 15,
      AccessTokenValidity: 60,
      IdTokenValidity: 60,
      RefreshTokenValidity: 60,
      TokenValidityUnits: { AccessToken: 'minutes', IdToken: 'minutes', RefreshToken: 'minutes' },
      ReadAttributes: ['email', 'email_verified'],
      WriteAttributes: ['email'],
    });
  });
});
