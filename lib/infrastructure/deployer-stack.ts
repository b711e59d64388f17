import { Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { DeployerSettings } from '../settings/deployer.ts';
import { githubDeployer } from './constructs/github-deployer.ts';

/** Lets GitHub Actions deploy to an AWS account: the stack `amplify-deployer`, deployed once, by hand. */
export class DeployerStack extends Stack {
  constructor(scope: Construct, settings: DeployerSettings) {
    super(scope, 'amplify-deployer', {
      description: 'The roles with which GitHub Actions deploys Amplify',
      tags: { service: 'amplify' },
    });
    githubDeployer(this, settings);
  }
}
