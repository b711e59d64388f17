import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';

/** Deploys the role of a function. It allows only writing the function's log. */
export const functionRole = (scope: Construct, functionId: string, logs: ILogGroup): Role => {
  const role = new Role(scope, `${functionId}Role`, {
    assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
  });
  logs.grantWrite(role);
  return role;
};
