import { describe, expect, test } from '@jest/globals';
import { signUpLimits } from '../../../lib/settings/sign-up.ts';
import { type Accounts, type Stage, stageNamed } from '../../../lib/settings/stages.ts';
import { readPage } from '../../docs/pages.ts';
import { type Resource, resourcesOf, type Template, templateOf } from '../../synth.ts';

/** The template of a stage with accounts, some of its settings changed. */
const signInWith = (
  changes: Partial<Pick<Accounts, 'signUp' | 'emailFrom'>> = {},
  removal: Stage['removal'] = 'retain',
): Promise<Template> => {
  const { keys } = stageNamed('prod');
  if (keys.policy !== 'issued') throw new TypeError('prod has no accounts.');
  const accounts = { ...keys.accounts, ...changes };
  return templateOf('prod', { keys: { ...keys, accounts }, removal });
};

/** The one resource of a type, and its id. */
const only = (template: Template, type: string): Resource & { readonly id: string } => {
  const found = Object.entries(resourcesOf(template, type));
  expect(found).toHaveLength(1);
  const [id, resource] = found[0] as (typeof found)[number];
  return { id, ...resource };
};

const template = await signInWith();

const joined = (...parts: readonly unknown[]) => ({ 'Fn::Join': ['', parts] });
const region = { Ref: 'AWS::Region' };

describe('the user pool', () => {
  const { Properties, ...policies } = only(template, 'AWS::Cognito::UserPool');

  test('knows callers by an address that was proved, in any case of its letters', () => {
    expect(Properties).toMatchObject({
      UsernameAttributes: ['email'],
      UsernameConfiguration: { CaseSensitive: false },
      AutoVerifiedAttributes: ['email'],
      UserAttributeUpdateSettings: { AttributesRequireVerificationBeforeUpdate: ['email'] },
      AccountRecoverySetting: { RecoveryMechanisms: [{ Name: 'verified_email', Priority: 1 }] },
    });
  });

  test('lets them in by passkey, code or password, and sends no SMS', () => {
    expect(Properties).toMatchObject({
      // What passkeys and codes need.
      UserPoolTier: 'ESSENTIALS',
      Policies: {
        PasswordPolicy: { MinimumLength: 15 },
        SignInPolicy: { AllowedFirstAuthFactors: ['PASSWORD', 'EMAIL_OTP', 'WEB_AUTHN'] },
      },
      MfaConfiguration: 'OPTIONAL',
      EnabledMfas: ['SOFTWARE_TOKEN_MFA'],
      // Together these make a passkey enough for those who have another factor, too.
      WebAuthnFactorConfiguration: 'MULTI_FACTOR_WITH_USER_VERIFICATION',
      WebAuthnUserVerification: 'required',
    });
    expect(Properties).not.toHaveProperty('SmsConfiguration');
  });

  test('can be deleted only where all may go: with it goes whose account is whose', async () => {
    expect(Properties.DeletionProtection).toBe('ACTIVE');
    expect(policies).toMatchObject({ DeletionPolicy: 'Retain', UpdateReplacePolicy: 'Retain' });
    expect(only(await signInWith({}, 'destroy'), 'AWS::Cognito::UserPool')).toMatchObject({
      Properties: { DeletionProtection: 'INACTIVE' },
      DeletionPolicy: 'Delete',
      UpdateReplacePolicy: 'Delete',
    });
  });

  test("sends e-mails from the settings' address by SES, or else by itself", async () => {
    expect(Properties).not.toHaveProperty('EmailConfiguration');
    const own = await signInWith({ emailFrom: 'hello@example.com' });
    expect(only(own, 'AWS::Cognito::UserPool').Properties.EmailConfiguration).toEqual({
      EmailSendingAccount: 'DEVELOPER',
      From: 'Amplify <hello@example.com>',
      SourceArn: joined(
        'arn:',
        { Ref: 'AWS::Partition' },
        ':ses:',
        region,
        ':',
        { Ref: 'AWS::AccountId' },
        ':identity/hello@example.com',
      ),
    });
  });
});

describe('sign-up', () => {
  test.each([
    ['open', false, 1],
    ['invitation', true, 0],
  ] as const)('%s: only the operator makes users: %s', async (signUp, onlyOperator, firewalls) => {
    const made = await signInWith({ signUp });
    expect(only(made, 'AWS::Cognito::UserPool').Properties.AdminCreateUserConfig).toEqual({
      AllowAdminCreateUserOnly: onlyOperator,
    });
    for (const type of ['AWS::WAFv2::WebACL', 'AWS::WAFv2::WebACLAssociation']) {
      expect(Object.keys(resourcesOf(made, type))).toHaveLength(firewalls);
    }
  });

  test('has limits, by address and in all, for requests with "signup" in path or operation', () => {
    const { id, Properties } = only(template, 'AWS::WAFv2::WebACL');
    const has = (FieldToMatch: object) => ({
      ByteMatchStatement: {
        FieldToMatch,
        PositionalConstraint: 'CONTAINS',
        SearchString: 'signup',
        TextTransformations: [
          { Type: 'URL_DECODE', Priority: 0 },
          { Type: 'LOWERCASE', Priority: 1 },
        ],
      },
    });
    const limit = (AggregateKeyType: string, Limit: number) => ({
      Action: { Block: {} },
      Statement: {
        RateBasedStatement: {
          AggregateKeyType,
          Limit,
          EvaluationWindowSec: 600,
          ScopeDownStatement: {
            OrStatement: {
              Statements: [has({ UriPath: {} }), has({ SingleHeader: { Name: 'x-amz-target' } })],
            },
          },
        },
      },
      VisibilityConfig: { CloudWatchMetricsEnabled: true, SampledRequestsEnabled: false },
    });
    expect(Properties).toMatchObject({
      Scope: 'REGIONAL',
      DefaultAction: { Allow: {} },
      Rules: [limit('IP', 20), limit('CONSTANT', 100)],
    });
    expect(only(template, 'AWS::WAFv2::WebACLAssociation').Properties).toEqual({
      ResourceArn: { 'Fn::GetAtt': ['UserPool', 'Arn'] },
      WebACLArn: { 'Fn::GetAtt': [id, 'Arn'] },
    });
  });
});

test('what callers and operators are told of it is so', () => {
  const { text } = readPage('docs/accounts.md');
  expect(text).toContain('a password of at least 15 characters');
  const { perAddress, inAll } = signUpLimits;
  expect(text).toContain(
    `lets ${perAddress} requests to sign up through in ten minutes from one IP address, and ${inAll} in all`,
  );
  // Of one request each, at worst.
  const perDay = inAll * 6 * 24;
  const usd = perDay * 0.015;
  expect(text).toContain(
    `${perDay.toLocaleString('en-US')} a day through at the very most, $${usd}`,
  );
});

describe('the dashboard', () => {
  const client = only(template, 'AWS::Cognito::UserPoolClient');

  test('is a public client that gets codes, on its own pages', () => {
    const { id: api } = only(template, 'AWS::ApiGatewayV2::Api');
    const pages = [joined({ 'Fn::GetAtt': [api, 'ApiEndpoint'] }, '/dashboard')];
    expect(client.Properties).toMatchObject({
      GenerateSecret: false,
      AllowedOAuthFlows: ['code'],
      AllowedOAuthScopes: ['openid', 'email'],
      CallbackURLs: pages,
      LogoutURLs: pages,
      SupportedIdentityProviders: ['COGNITO'],
      // No flow that takes a password past the pages.
      ExplicitAuthFlows: ['ALLOW_USER_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH'],
      PreventUserExistenceErrors: 'ENABLED',
      EnableTokenRevocation: true,
    });
  });

  test('gets tokens for an hour, and learns nothing but the address', () => {
    expect(client.Properties).toMatchObject({
      AccessTokenValidity: 60,
      IdTokenValidity: 60,
      RefreshTokenValidity: 60,
      TokenValidityUnits: { AccessToken: 'minutes', IdToken: 'minutes', RefreshToken: 'minutes' },
      ReadAttributes: ['email', 'email_verified'],
      WriteAttributes: ['email'],
    });
  });

  test('has pages to sign in on, under a name that no one else has', () => {
    expect(only(template, 'AWS::Cognito::UserPoolDomain').Properties).toEqual({
      Domain: joined('amplify-prod-', { Ref: 'AWS::AccountId' }),
      ManagedLoginVersion: 2,
      UserPoolId: { Ref: 'UserPool' },
    });
    expect(only(template, 'AWS::Cognito::ManagedLoginBranding').Properties).toEqual({
      UserPoolId: { Ref: 'UserPool' },
      ClientId: { Ref: client.id },
      UseCognitoProvidedValues: true,
    });
  });
});
