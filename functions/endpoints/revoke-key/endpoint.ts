/** `DELETE /account/keys/{id}`: revokes a key permanently. A key that has ended stays as it is. */
export const route = { method: 'DELETE', path: '/account/keys/{id}' } as const;

export const needs = {
  ACCOUNT_TABLE: ['dynamodb:GetItem', 'dynamodb:PutItem'],
} as const;
