/**
 * `DELETE /account`: replaces the account, if any, by a tombstone, then removes the user from the identity
 * provider. The user of a suspended account is only disabled, so that its holder can't sign up again with the
 * same address. If the identity provider fails, the request can be repeated.
 */
export const route = { method: 'DELETE', path: '/account' } as const;

export const needs = {
  ACCOUNT_TABLE: ['dynamodb:GetItem', 'dynamodb:PutItem'],
  USER_POOL: ['cognito-idp:AdminDeleteUser', 'cognito-idp:AdminDisableUser'],
} as const;
