import { Aws, CfnRule, Fn } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { foundationModel } from '../../../functions/emphasis/inference-profile.ts';
import type { BedrockModel } from '../../settings/stages.ts';

/**
 * The ARNs that a call of the model needs: the inference profile, in the region of the call, and the model, in each
 * region that the profile may use.
 *
 * https://docs.aws.amazon.com/bedrock/latest/userguide/inference-profiles-prereq.html
 */
export const modelArns = ({ inferenceProfile, regions }: BedrockModel): readonly string[] => [
  `arn:${Aws.PARTITION}:bedrock:${Aws.REGION}:${Aws.ACCOUNT_ID}:inference-profile/${inferenceProfile}`,
  ...regions.map(
    (region) =>
      `arn:${Aws.PARTITION}:bedrock:${region}::foundation-model/${foundationModel(inferenceProfile)}`,
  ),
];

/**
 * Makes CloudFormation reject a region from which the stage's model can't be called, before it changes
 * anything. Otherwise the embedded model would answer every request, and only an alarm would show it.
 *
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/rules-section-structure.html
 */
export const modelRegion = (
  scope: Construct,
  { inferenceProfile, regions }: BedrockModel,
): CfnRule =>
  new CfnRule(scope, 'RegionOfModel', {
    assertions: [
      {
        assert: Fn.conditionContains([...regions], Aws.REGION),
        assertDescription: `The inference profile ${inferenceProfile} serves ${regions.join(', ')}: deploy in one of them, or name another profile in lib/settings/stages.ts.`,
      },
    ],
  });
