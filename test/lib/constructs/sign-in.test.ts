import { describe, expect, test } from '@jest/globals';
import { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { cognitoSignIn } from '../../../lib/constructs/sign-in.ts';
import { type Accounts, type Stage, stageNamed } from '../../../lib/settings/stages.ts';

const prod = stageNamed('prod');

/** The template of a sign-in by itself. */
const signInWith = (
  accounts: Partial<Pick<Accounts, 'signUp' | 'emailFrom'>> = {},
  removal: Stage['removal'] = 'retain',
) => {
  if (prod.keys.policy !== 'issued') throw new TypeError('prod has no accounts.');
  const stack = new Stack(new App({ analyticsReporting: false }), 'stack');
  const settings = { ...prod.keys.accounts, ...accounts };
  const pages = ['https://api.example.com', 'https://own.example.com'];
  const signIn = cognitoSignIn(stack, { ...prod, removal }, settings, pages);
  return { template: Template.fromStack(stack), origins: stack.resolve(signIn.origins) };
};

const only = (template: Template, type: string) => {
  const found = Object.values(template.findResources(type));
  expect(found).toHaveLength(1);
  return found[0] as NonNullable<(typeof found)[number]>;
};

const joined = (...parts: readonly unknown[]) => ({ 'Fn::Join': ['', parts] });
const region = { Ref: 'AWS::Region' };

describe('the user pool', () => {
  const { template } = signInWith();
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
    template.resourceCountIs('AWS::IAM::Role', 0);
  });

  test('can be deleted only where all may go: with it goes whose account is whose', () => {
    expect(Properties.DeletionProtection).toBe('ACTIVE');
    expect(policies).toMatchObject({ DeletionPolicy: 'Retain', UpdateReplacePolicy: 'Retain' });
    expect(only(signInWith({}, 'destroy').template, 'AWS::Cognito::UserPool')).toMatchObject({
      Properties: { DeletionProtection: 'INACTIVE' },
      DeletionPolicy: 'Delete',
      UpdateReplacePolicy: 'Delete',
    });
  });

  test("sends e-mails from the settings' address by SES, or else by itself", () => {
    expect(Properties).not.toHaveProperty('EmailConfiguration');
    const { template: own } = signInWith({ emailFrom: 'hello@example.com' });
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
  ] as const)('%s: only the operator makes users: %s', (signUp, onlyOperator, firewalls) => {
    const { template } = signInWith({ signUp });
    expect(only(template, 'AWS::Cognito::UserPool').Properties.AdminCreateUserConfig).toEqual({
      AllowAdminCreateUserOnly: onlyOperator,
    });
    template.resourceCountIs('AWS::WAFv2::WebACL', firewalls);
    template.resourceCountIs('AWS::WAFv2::WebACLAssociation', firewalls);
  });

  test('has limits, by address and in all, for requests with "signup" in path or operation', () => {
    const { template } = signInWith();
    const { Properties } = only(template, 'AWS::WAFv2::WebACL');
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
    const [firewall] = Object.keys(template.findResources('AWS::WAFv2::WebACL'));
    expect(only(template, 'AWS::WAFv2::WebACLAssociation').Properties).toEqual({
      ResourceArn: { 'Fn::GetAtt': ['UserPool', 'Arn'] },
      WebACLArn: { 'Fn::GetAtt': [firewall, 'Arn'] },
    });
  });
});

describe('the dashboard', () => {
  const { template, origins } = signInWith();
  const [client] = Object.keys(template.findResources('AWS::Cognito::UserPoolClient'));

  test('is a public client that gets codes, on its own pages', () => {
    const pages = ['https://api.example.com/dashboard', 'https://own.example.com/dashboard'];
    expect(only(template, 'AWS::Cognito::UserPoolClient').Properties).toMatchObject({
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
    expect(only(template, 'AWS::Cognito::UserPoolClient').Properties).toMatchObject({
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
      ClientId: { Ref: client },
      UseCognitoProvidedValues: true,
    });
  });

  test('speaks to two origins: the issuer, and these pages', () => {
    const [domain] = Object.keys(template.findResources('AWS::Cognito::UserPoolDomain'));
    expect(origins).toEqual([
      joined('https://cognito-idp.', region, '.', { Ref: 'AWS::URLSuffix' }),
      joined('https://', { Ref: domain }, '.auth.', region, '.amazoncognito.com'),
    ]);
  });
});
