/**
 * The sign-in of a stage with accounts: a Cognito user pool, and the dashboard as its one client. All
 * else knows it as an OpenID provider, by its issuer and the client's id.
 */
import { Aws, Duration } from 'aws-cdk-lib';
import { HttpJwtAuthorizer } from 'aws-cdk-lib/aws-apigatewayv2-authorizers';
import {
  CfnManagedLoginBranding,
  ClientAttributes,
  ManagedLoginVersion,
  OAuthScope,
  type UserPool,
  type UserPoolClient,
  UserPoolClientIdentityProvider,
  type UserPoolDomain,
} from 'aws-cdk-lib/aws-cognito';
import type { Construct } from 'constructs';
import { accessTokenMinutes, dashboardPath, signInScopes } from '../settings/sign-in.ts';
import type { Accounts, Stage } from '../settings/stages.ts';
import { signInFirewall } from './sign-in-firewall.ts';
import { userPool } from './user-pool.ts';

/** What the rest of the stack needs of the sign-in. */
export interface SignIn {
  readonly pool: UserPool;
  readonly client: UserPoolClient;
  readonly domain: UserPoolDomain;
  /** Lets nobody through to a route but who shows an access token of the client. */
  readonly authorizer: HttpJwtAuthorizer;
  /** The origins that the dashboard speaks to: the issuer's, and that of the pages to sign in on. */
  readonly origins: readonly string[];
  readonly signUp: Accounts['signUp'];
  /** Whether codes are sent by Amazon SES, from an address of the stage's own. */
  readonly sendsBySes: boolean;
}

/**
 * Deploys the sign-in.
 *
 * @param baseUrls - the addresses that the dashboard has.
 */
export const cognitoSignIn = (
  scope: Construct,
  stage: Stage,
  accounts: Accounts,
  baseUrls: readonly string[],
): SignIn => {
  const { signUp } = accounts;
  const pool = userPool(scope, stage, accounts);
  signInFirewall(scope, stage, pool, signUp === 'open');
  // One of its kind in a region, whoever's: the number of the AWS account makes it so.
  const domainPrefix = `amplify-${stage.name}-${Aws.ACCOUNT_ID}`;
  const domain = pool.addDomain('Domain', {
    cognitoDomain: { domainPrefix },
    managedLoginVersion: ManagedLoginVersion.NEWER_MANAGED_LOGIN,
  });
  const client = dashboardClient(pool, baseUrls);
  // Without a style of its own, a client's pages show nothing but an error.
  new CfnManagedLoginBranding(scope, 'SignInStyle', {
    userPoolId: pool.userPoolId,
    clientId: client.userPoolClientId,
    useCognitoProvidedValues: true,
  });
  return {
    pool,
    client,
    domain,
    authorizer: new HttpJwtAuthorizer('SignIn', pool.userPoolProviderUrl, {
      jwtAudience: [client.userPoolClientId],
    }),
    origins: [`https://cognito-idp.${Aws.REGION}.${Aws.URL_SUFFIX}`, domain.baseUrl()],
    signUp,
    sendsBySes: accounts.emailFrom !== undefined,
  };
};

/** The dashboard as the pool's client: in a browser, so with no secret, and with PKCE in place of one. */
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
    // The dashboard keeps none: as short as it may be.
    refreshTokenValidity: validity,
    // Long enough for an e-mail to arrive.
    authSessionValidity: Duration.minutes(15),
    preventUserExistenceErrors: true,
    enableTokenRevocation: true,
  });
};
