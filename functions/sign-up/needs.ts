export const needs = {
  QUOTA_TABLE: ['dynamodb:UpdateItem'],
  SIGN_UPS: [],
  // No variable names the user pool, which names the function: the stack would be circular.
  AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: [],
} as const;
