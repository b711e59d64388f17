/**
 * The sign-in of a stage with accounts: a Cognito user pool with the dashboard as its only client. The rest of
 * the stack only needs its OpenID issuer and the client's id.
 */
import { ArnFormat, Aws, Duration, Validations } from 'aws-cdk-lib';
import { HttpJwtAuthorizer } from 'aws-cdk-lib/aws-apigatewayv2-authorizers';
import {
  AccountRecovery,
  CfnLogDeliveryConfiguration,
  CfnManagedLoginBranding,
  CfnTerms,
  type CfnUserPool,
  ClientAttributes,
  FeaturePlan,
  ManagedLoginVersion,
  Mfa,
  OAuthScope,
  PasskeyUserVerification,
  UserPool,
  type UserPoolClient,
  UserPoolClientIdentityProvider,
  UserPoolEmail,
  UserPoolOperation,
} from 'aws-cdk-lib/aws-cognito';
import { Policy, PolicyStatement, type Role } from 'aws-cdk-lib/aws-iam';
import type { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { signUpFunction } from '../../settings/functions.ts';
import { accessTokenMinutes, signInScopes, userPoolName } from '../../settings/sign-in-settings.ts';
import { dashboardPath } from '../../settings/site-routes.ts';
import type { Accounts, Stage } from '../../settings/stages.ts';
import { deployFunction } from './deploy-function.ts';
import { liveAlias } from './gradual-deployment.ts';
import { logGroup, vendedLogName } from './log-group.ts';
import type { Resources } from './resources.ts';
import { removalPolicy } from './stage-tables.ts';

export type CognitoSignIn = Readonly<ReturnType<typeof cognitoSignIn>>;

/** @param baseUrls - the public addresses of the service. */
export const cognitoSignIn = (
  scope: Construct,
  stage: Stage,
  accounts: Accounts,
  baseUrls: readonly string[],
  resources: Resources,
) => {
  const pool = cognitoUserPool(scope, stage, accounts);
  const signUps = signUpFunction.isDeployed(stage)
    ? deployFunction(scope, stage, resources, signUpFunction)
    : undefined;
  if (signUps) {
    const live = liveAlias(scope, signUps);
    pool.addTrigger(UserPoolOperation.PRE_SIGN_UP, live);
    pool.addTrigger(UserPoolOperation.POST_CONFIRMATION, live);
    // The pool names the function, which depends on its role's own policy: there, this would be circular.
    new Policy(scope, 'SignUpFunctionOfPool', {
      roles: [signUps.role as Role],
      statements: [
        new PolicyStatement({
          actions: ['cognito-idp:AdminSetUserPassword'],
          resources: [pool.userPoolArn],
        }),
      ],
    });
  }
  // Domain prefixes are unique in a region across all AWS accounts.
  const domainPrefix = `amplify-${stage.name}-${Aws.ACCOUNT_ID}`;
  const domain = pool.addDomain('Domain', {
    cognitoDomain: { domainPrefix },
    managedLoginVersion: ManagedLoginVersion.NEWER_MANAGED_LOGIN,
  });
  const client = dashboardClient(pool, baseUrls);
  // Without branding, the client's pages show only an error.
  new CfnManagedLoginBranding(scope, 'SignInStyle', {
    userPoolId: pool.userPoolId,
    clientId: client.userPoolClientId,
    useCognitoProvidedValues: true,
  });
  termsDocuments(scope, pool, client, accounts);
  return {
    pool,
    client,
    domain,
    /** Requires an access token of the client. */
    authorizer: new HttpJwtAuthorizer('SignIn', pool.userPoolProviderUrl, {
      jwtAudience: [client.userPoolClientId],
    }),
    /** The origins that the dashboard calls: the issuer's, and that of the sign-in pages. */
    origins: [`https://cognito-idp.${Aws.REGION}.${Aws.URL_SUFFIX}`, domain.baseUrl()],
    accounts,
    /** The function that limits sign-ups, where anybody may sign up. */
    signUps,
    emailErrors: emailErrors(scope, stage, pool),
  };
};

export const withSignIn = (resources: Resources, signIn: CognitoSignIn): Resources => ({
  ...resources,
  values: {
    ...resources.values,
    SIGN_IN_ISSUER: signIn.pool.userPoolProviderUrl,
    SIGN_IN_CLIENT_ID: signIn.client.userPoolClientId,
    SIGN_IN_ORIGINS: signIn.origins.join(' '),
    USER_POOL: signIn.pool.userPoolId,
  },
  arns: { ...resources.arns, USER_POOL: [signIn.pool.userPoolArn] },
});

/** Cognito shows the links at sign-up. */
const termsDocuments = (
  scope: Construct,
  { userPoolId }: UserPool,
  { userPoolClientId: clientId }: UserPoolClient,
  { documents }: Accounts,
): void => {
  if (!documents) return;
  const urls = { 'terms-of-use': documents.termsUrl, 'privacy-policy': documents.privacyUrl };
  for (const [termsName, url] of Object.entries(urls)) {
    const fixed = { termsSource: 'LINK', enforcement: 'NONE' };
    const links = { 'cognito:default': url };
    new CfnTerms(scope, termsName, { userPoolId, clientId, termsName, links, ...fixed });
  }
};

/**
 * Deploys a log of the e-mails that Cognito could not send, on a best-effort basis. It must not be encrypted with KMS.
 *
 * https://docs.aws.amazon.com/cognito/latest/developerguide/exporting-quotas-and-usage.html
 */
const emailErrors = (scope: Construct, stage: Stage, { userPoolId }: UserPool): LogGroup => {
  const log = logGroup(scope, 'EmailErrors', stage, vendedLogName(stage, 'e-mail-errors'));
  // Cognito rejects an ARN with the `:*` that the group's own ends with.
  const logGroupArn = log.stack.formatArn({
    service: 'logs',
    resource: 'log-group',
    resourceName: log.logGroupName,
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  });
  const cloudWatchLogsConfiguration = { logGroupArn };
  const events = { eventSource: 'userNotification', logLevel: 'ERROR' };
  new CfnLogDeliveryConfiguration(scope, 'EmailErrorsDelivery', {
    userPoolId,
    logConfigurations: [{ ...events, cloudWatchLogsConfiguration }],
  });
  return log;
};

/** The dashboard as a public client: without a secret, with PKCE. */
const dashboardClient = (pool: UserPool, baseUrls: readonly string[]): UserPoolClient => {
  const pages = baseUrls.map((url) => `${url}${dashboardPath}`);
  const validity = Duration.minutes(accessTokenMinutes);
  return pool.addClient('Dashboard', {
    generateSecret: false,
    authFlows: { user: true },
    oAuth: {
      flows: { authorizationCodeGrant: true },
      scopes: signInScopes.map((scope) => OAuthScope.custom(scope)),
      callbackUrls: pages,
      logoutUrls: pages,
    },
    supportedIdentityProviders: [UserPoolClientIdentityProvider.COGNITO],
    readAttributes: new ClientAttributes().withStandardAttributes({
      email: true,
      emailVerified: true,
    }),
    writeAttributes: new ClientAttributes().withStandardAttributes({ email: true }),
    accessTokenValidity: validity,
    idTokenValidity: validity,
    // The dashboard stores no refresh token, so this is the minimum.
    refreshTokenValidity: validity,
    // Long enough for an e-mail to arrive.
    authSessionValidity: Duration.minutes(15),
    preventUserExistenceErrors: true,
    enableTokenRevocation: true,
  });
};

/**
 * Deploys the user pool. Users are identified by their e-mail address, which a code verifies, and sign in with
 * a passkey, a code or a password. Sign-up asks for the address since it identifies them. The pool has no `Schema`: with
 * one, Cognito rejects later updates (https://github.com/aws/aws-cdk/issues/8585).
 *
 * Essentials is the cheapest tier with passkeys and codes: 10,000 users a month are free, each further one is $0.015.
 */
const cognitoUserPool = (
  scope: Construct,
  { name, removal }: Stage,
  accounts: Accounts,
): UserPool => {
  const pool = new UserPool(scope, 'UserPool', {
    userPoolName: userPoolName(name),
    featurePlan: FeaturePlan.ESSENTIALS,
    selfSignUpEnabled: accounts.signUp === 'open',
    signInAliases: { email: true },
    signInCaseSensitive: false,
    autoVerify: { email: true },
    // The old address stays valid until the new one is verified.
    keepOriginal: { email: true },
    signInPolicy: { allowedFirstAuthFactors: { password: true, emailOtp: true, passkey: true } },
    passkeyUserVerification: PasskeyUserVerification.REQUIRED,
    passwordPolicy: {
      minLength: 15,
      requireLowercase: false,
      requireUppercase: false,
      requireDigits: false,
      requireSymbols: false,
    },
    mfa: Mfa.OFF,
    accountRecovery: AccountRecovery.EMAIL_ONLY,
    userVerification: {
      emailSubject: 'Your code for Amplify',
      emailBody: 'Your code for Amplify is {####}. If you did not ask for it, ignore this e-mail.',
    },
    ...(accounts.emailFrom && {
      email: UserPoolEmail.withSES({
        fromEmail: accounts.emailFrom,
        fromName: 'Amplify',
        sesRegion: Aws.REGION,
        // The identity that signs the e-mails with DKIM. An address's own would not.
        sesVerifiedDomain: accounts.emailFrom.slice(accounts.emailFrom.indexOf('@') + 1),
      }),
    }),
    deletionProtection: removal === 'retain',
    removalPolicy: removalPolicy(removal, true),
  });
  (pool.node.defaultChild as CfnUserPool).overrideLogicalId(pool.node.id);
  for (const [rule, reason] of Object.entries(acknowledged)) {
    Validations.of(pool).acknowledge({ id: `AwsSolutions::AwsSolutions-${rule}`, reason });
  }
  return pool;
};

const acknowledged = {
  COG1: 'NIST SP 800-63B-4 requires 15 characters of a single-factor password, and no mixture of them.',
  COG2: 'No page offers to set up a second factor. A passkey is two by itself; with one, a user risks only keys, which can be revoked.',
  COG8: 'The tier Plus protects passwords, which users need not have. It costs a third more per user, and no user is free.',
};
