import { Aws, CfnRule, Fn } from 'aws-cdk-lib';
import { PolicyStatement, type Role } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { foundationModel } from '../../../functions/emphasis/prompt.ts';
import {
  listNeeds,
  type Needs,
  type Variables,
} from '../../../functions/environment/environment.ts';
import type { Bundles } from '../../bundles/bundles.ts';
import { stageValues, type Values } from '../../settings/functions.ts';
import type { BedrockModel, Stage } from '../../settings/stages.ts';
import type { Tables } from './stage-tables.ts';

/** What the functions of a stack can need. */
export interface Resources {
  readonly bundles: Bundles;
  readonly values: Values;
  /** The ARNs of what variables name. */
  readonly arns: Readonly<Partial<Record<keyof Variables, readonly string[]>>>;
}

const serviceAddress = (service: string) => `https://${service}.${Aws.REGION}.${Aws.URL_SUFFIX}`;

/** @param baseUrl - the public address of the service. */
export const stageResources = (
  stage: Stage,
  bundles: Bundles,
  tables: Tables,
  baseUrl: string,
): Resources => ({
  bundles,
  values: {
    ...stageValues(stage),
    BASE_URL: baseUrl,
    // The SDK's own defaults. They are set so that `sam local` can replace them.
    AWS_ENDPOINT_URL_DYNAMODB: serviceAddress('dynamodb'),
    AWS_ENDPOINT_URL_BEDROCK_RUNTIME: serviceAddress('bedrock-runtime'),
    AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: serviceAddress('cognito-idp'),
  },
  arns: {
    QUOTA_TABLE: [tables.QUOTA_TABLE.tableArn],
    ...(tables.ACCOUNT_TABLE && { ACCOUNT_TABLE: [tables.ACCOUNT_TABLE.tableArn] }),
    ...(stage.emphasis.model === 'bedrock' && { BEDROCK_MODEL: modelArns(stage.emphasis) }),
  },
});

/**
 * Allows a role exactly what its function needs.
 *
 * @throws {Error} for actions on a variable that names no resource.
 */
export const allowNeeds = (role: Role, needs: Needs, { values, arns }: Resources): void => {
  for (const { name, actions } of listNeeds(needs)) {
    if (actions.length === 0 || values[name] === undefined) continue;
    const resources = arns[name];
    if (resources === undefined) throw new Error(`${name} names no resource to act on.`);
    role.addToPolicy(new PolicyStatement({ actions: [...actions], resources: [...resources] }));
  }
};

/**
 * The ARNs that a call of the model needs: the inference profile, in the region of the call, and the model, in each
 * region that the profile may use.
 *
 * https://docs.aws.amazon.com/bedrock/latest/userguide/inference-profiles-prereq.html
 */
const modelArns = ({ inferenceProfile, regions }: BedrockModel): readonly string[] => [
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
