import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { needs } from '../../../functions/site/needs.ts';
import { siteTimeoutSeconds } from '../../settings/functions.ts';
import { siteFunctionId } from '../../settings/site-routes.ts';
import type { Stage } from '../../settings/stages.ts';
import { buildSite } from '../../site/build.ts';
import { builtCode } from './built-code.ts';
import { deployFunction } from './deploy-function.ts';
import type { Resources } from './resources.ts';

/**
 * Deploys the site: one function with its files. An HTTP API can't serve a bucket, and CloudFront would be a
 * second domain to deploy and watch; an unused function costs nothing.
 */
export const siteFunction = (
  scope: Construct,
  stage: Stage,
  resources: Resources,
): LambdaFunction =>
  deployFunction(scope, siteFunctionId, stage, resources, {
    needs,
    // The site differs between stages.
    code: builtCode(`${siteFunctionId} ${stage.name}`, (folder) => buildSite(stage, folder)),
    timeoutSeconds: siteTimeoutSeconds,
  });
