import { Aws } from 'aws-cdk-lib';
import { PolicyStatement, type Role } from 'aws-cdk-lib/aws-iam';
import { listNeeds, type Needs } from '../../../functions/settings/needs.ts';
import type { Variables } from '../../../functions/settings/variables.ts';
import type { Bundles } from '../../settings/bundling.ts';
import { stageValues, type Values } from '../../settings/function-environment.ts';
import type { Stage } from '../../settings/stages.ts';
import { modelArns } from './bedrock-model.ts';
import type { Tables } from './tables.ts';

/** What the functions of a stack can need. */
export interface Resources {
  readonly bundles: Bundles;
  readonly values: Values;
  /** The ARNs of what variables name. */
  readonly arns: Readonly<Partial<Record<keyof Variables, readonly string[]>>>;
}

const addressOf = (service: string) => `https://${service}.${Aws.REGION}.${Aws.URL_SUFFIX}`;

/** @param baseUrl - the public address of the service. */
export const stageResources = (
  stage: Stage,
  bundles: Bundles,
  tables: Tables,
  baseUrl: string,
): Resources => {
  const values = stageValues(stage);
  const { KEY_PARAMETER: parameter } = values;
  return {
    bundles,
    values: {
      ...values,
      BASE_URL: baseUrl,
      // The SDK's own defaults. They are set so that `sam local` can replace them.
      AWS_ENDPOINT_URL_DYNAMODB: addressOf('dynamodb'),
      AWS_ENDPOINT_URL_BEDROCK_RUNTIME: addressOf('bedrock-runtime'),
      AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: addressOf('cognito-idp'),
      AWS_ENDPOINT_URL_SSM: addressOf('ssm'),
    },
    arns: {
      QUOTA_TABLE: [tables.QUOTA_TABLE.tableArn],
      ...(tables.ACCOUNT_TABLE && { ACCOUNT_TABLE: [tables.ACCOUNT_TABLE.tableArn] }),
      ...(stage.emphasis.model === 'bedrock' && { BEDROCK_MODEL: modelArns(stage.emphasis) }),
      ...(parameter && { KEY_PARAMETER: [parameterArn(parameter)] }),
    },
  };
};

/**
 * Decrypting a parameter needs no permission: every principal of the account may use the key `aws/ssm` through SSM.
 *
 * https://docs.aws.amazon.com/systems-manager/latest/userguide/sysman-paramstore-access.html
 */
const parameterArn = (name: string): string =>
  // The name begins with a slash, as the ARN requires.
  `arn:${Aws.PARTITION}:ssm:${Aws.REGION}:${Aws.ACCOUNT_ID}:parameter${name}`;

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
