import { CfnOutput, Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { githubDeployer } from './constructs/github-deployer.ts';
import type { DeployerSettings } from './settings/deployer.ts';

/** What lets GitHub deploy to an account: the stack `amplify-deployer`, deployed once, by hand. */
export class DeployerStack extends Stack {
  constructor(scope: Construct, settings: DeployerSettings) {
    super(scope, 'amplify-deployer', {
      description: 'The role by which GitHub Actions deploys Amplify',
      tags: { service: 'amplify' },
    });
    new CfnOutput(this, 'RoleArn', {
      value: githubDeployer(this, settings).roleArn,
      description: 'What AWS_ROLE_ARN is in the environments on GitHub',
    });
  }
}
