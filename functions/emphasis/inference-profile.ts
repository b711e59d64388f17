/**
 * The id of the foundation model that an inference profile leads to. A profile's id is that of its
 * model, after the geography whose regions it uses: `us.amazon.nova-micro-v1:0` leads to
 * `amazon.nova-micro-v1:0`.
 *
 * See https://docs.aws.amazon.com/bedrock/latest/userguide/inference-profiles-support.html
 */
export const foundationModel = (inferenceProfile: string): string =>
  inferenceProfile.slice(inferenceProfile.indexOf('.') + 1);
