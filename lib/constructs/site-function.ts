import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { siteFunctionId, siteTimeoutSeconds } from '../settings/site-routes.ts';
import type { Stage } from '../settings/stages.ts';
import { buildSite } from '../site/build.ts';
import { builtCode } from './built-code.ts';
import { deployFunction } from './deploy-function.ts';
import type { SignIn } from './sign-in.ts';

/**
 * Deploys the site: one function with the files beside it.
 *
 * An HTTP API can't answer from a bucket. A bucket behind CloudFront would be a second domain, another
 * thing to deploy and to watch; a function costs nothing while nobody looks.
 *
 * @param baseUrl - the address that the description names.
 */
export const siteFunction = (
  scope: Construct,
  stage: Stage,
  baseUrl: string,
  signIn: SignIn | undefined,
): LambdaFunction =>
  deployFunction(scope, siteFunctionId, stage, {
    // Each stage has a site of its own.
    code: builtCode(`${siteFunctionId} ${stage.name}`, (folder) => buildSite(stage, folder)),
    timeoutSeconds: siteTimeoutSeconds,
    environment: { BASE_URL: baseUrl, ...(signIn && whereToSignIn(signIn)) },
  });

/** What the dashboard must know of the sign-in, and its Content-Security-Policy let it speak to. */
const whereToSignIn = ({ pool, client, origins }: SignIn): Record<string, string> => ({
  SIGN_IN_ISSUER: pool.userPoolProviderUrl,
  SIGN_IN_CLIENT_ID: client.userPoolClientId,
  SIGN_IN_ORIGINS: origins.join(' '),
});
