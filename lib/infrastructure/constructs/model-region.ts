import { Aws, CfnRule, Fn } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { type BedrockModel, regionsOfModel } from '../settings/stages.ts';

/**
 * Makes CloudFormation reject a region from which the stage's model can't be called, before it changes
 * anything. Otherwise the embedded model would answer every request, and only an alarm would show it.
 *
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/rules-section-structure.html
 */
export const modelRegion = (scope: Construct, model: BedrockModel): CfnRule =>
  new CfnRule(scope, 'RegionOfModel', {
    assertions: [
      {
        assert: Fn.conditionContains([...model.regions], Aws.REGION),
        assertDescription: regionsOfModel(model),
      },
    ],
  });
