import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { siteFunctionId, siteTimeoutSeconds } from '../../settings/site-routes.ts';
import type { Stage } from '../../settings/stages.ts';
import { buildSite } from '../../site/build.ts';
import { builtCode } from './built-code.ts';
import { deployFunction } from './deploy-function.ts';
import type { SignIn } from './sign-in.ts';

/**
 * Deploys the site: one function with its files. An HTTP API can't serve a bucket, and CloudFront would be a
 * second domain to deploy and watch; an unused function costs nothing.
 *
 * @param baseUrl - the address that the API's description names.
 */
export const siteFunction = (
  scope: Construct,
  stage: Stage,
  baseUrl: string,
  signIn: SignIn | undefined,
): LambdaFunction =>
  deployFunction(scope, siteFunctionId, stage, {
    // The site differs between stages.
    code: builtCode(`${siteFunctionId} ${stage.name}`, (folder) => buildSite(stage, folder)),
    timeoutSeconds: siteTimeoutSeconds,
    environment: {
      BASE_URL: baseUrl,
      // For the dashboard and its Content-Security-Policy.
      ...(signIn && {
        SIGN_IN_ISSUER: signIn.pool.userPoolProviderUrl,
        SIGN_IN_CLIENT_ID: signIn.client.userPoolClientId,
        SIGN_IN_ORIGINS: signIn.origins.join(' '),
      }),
    },
  });
