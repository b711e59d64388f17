/**
 * The id of an inference profile's foundation model. The profile's id is the model's after a geography:
 * `us.amazon.nova-micro-v1:0` is for `amazon.nova-micro-v1:0`.
 *
 * https://docs.aws.amazon.com/bedrock/latest/userguide/inference-profiles-support.html
 */
export const foundationModel = (inferenceProfile: string): string =>
  inferenceProfile.slice(inferenceProfile.indexOf('.') + 1);
