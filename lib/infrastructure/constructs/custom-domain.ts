import { DomainName, SecurityPolicy } from 'aws-cdk-lib/aws-apigatewayv2';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import type { Construct } from 'constructs';
import type { Domain } from '../settings/stages.ts';

/** Deploys a domain name, for TLS 1.2 or later. The operator points its DNS here. */
export const customDomain = (scope: Construct, { name, certificateArn }: Domain): DomainName =>
  new DomainName(scope, 'Domain', {
    domainName: name,
    securityPolicy: SecurityPolicy.TLS_1_2,
    certificate: Certificate.fromCertificateArn(scope, 'Certificate', certificateArn),
  });
