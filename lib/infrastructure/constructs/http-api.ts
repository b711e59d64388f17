import { Duration, Validations } from 'aws-cdk-lib';
import { CorsHttpMethod, DomainName, HttpApi, SecurityPolicy } from 'aws-cdk-lib/aws-apigatewayv2';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import type { Construct } from 'constructs';
import { cors } from '../../settings/cors.ts';
import type { Domain, Stage } from '../../settings/stages.ts';

/**
 * Deploys the HTTP API with its CORS settings. The routes are added later, since functions need its address
 * first.
 */
export const httpApi = (scope: Construct, stage: Stage): HttpApi => {
  const api = new HttpApi(scope, 'Api', {
    apiName: `amplify-${stage.name}`,
    createDefaultStage: false,
    disableExecuteApiEndpoint: stage.domain?.disableExecuteApiEndpoint ?? false,
    corsPreflight: {
      allowOrigins: [...cors.allowOrigins],
      allowMethods: cors.allowMethods.map((method) => CorsHttpMethod[method]),
      allowHeaders: [...cors.allowHeaders],
      exposeHeaders: [...cors.exposeHeaders],
      maxAge: Duration.seconds(cors.maxAgeSeconds),
    },
  });
  Validations.of(api).acknowledge({
    id: 'AwsSolutions::AwsSolutions-APIG4',
    reason:
      'Accounts have an authorizer. Of the other routes the functions check API keys themselves, and the site needs none: an authorizer would be a second function to wait and pay for.',
  });
  return api;
};

/** Deploys a domain name, for TLS 1.2 or later. The operator points its DNS here. */
export const customDomain = (scope: Construct, { name, certificateArn }: Domain): DomainName =>
  new DomainName(scope, 'Domain', {
    domainName: name,
    securityPolicy: SecurityPolicy.TLS_1_2,
    certificate: Certificate.fromCertificateArn(scope, 'Certificate', certificateArn),
  });
