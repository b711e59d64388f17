import { beforeAll, expect, jest, test } from '@jest/globals';
import { needs } from '../../../functions/sign-up/needs.ts';
import { localCredentials } from '../../../lib/local/developer-credentials.ts';
import { functionEnvironment, stageValues } from '../../../lib/settings/function-environment.ts';
import { stageNamed } from '../../../lib/settings/stages.ts';
import { startDatabase } from '../../support/database.ts';
import { startWire, type Wire } from '../../support/dynamodb-wire.ts';

let wire: Wire;

beforeAll(async () => {
  wire = await startWire(await startDatabase());
  const environment = functionEnvironment(needs, {
    ...stageValues(stageNamed('prod')),
    AWS_ENDPOINT_URL_DYNAMODB: wire.url,
    AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: wire.url,
  });
  Object.assign(process.env, localCredentials, environment);
});

test('a slot is asked for once, since Cognito repeats the call itself', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => {});
  const { handler } = await import('../../../functions/sign-up/handler.ts');
  wire.fault = { status: 500, type: 'InternalServerError' };
  const signUp = handler({ triggerSource: 'PreSignUp_SignUp', request: {} } as never);
  await expect(signUp).rejects.toThrow('sign-up does not work at the moment');
  expect(wire.calls).toEqual(['UpdateItem']);
});
