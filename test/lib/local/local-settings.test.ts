import { expect, test } from '@jest/globals';
import { localSettings } from '../../../lib/local/local-settings.ts';
import { stageNamed } from '../../../lib/settings/stages.ts';

test('nothing said means the demo stage with the embedded model, port 3000, a DynamoDB on port 8000, and a sign-in on 3002', () => {
  expect(localSettings([], {})).toEqual({
    stage: { ...stageNamed('demo'), emphasis: { model: 'embedded' }, priming: false },
    port: 3000,
    dynamodb: { port: 8000 },
    signInPort: 3002,
    watch: false,
  });
});

test('everything can be said', () => {
  const settings = localSettings(['--watch', '--stage', 'dev'], {
    PORT: '0',
    DYNAMODB_PORT: '65535',
    DYNAMODB_HOST: '172.17.0.1',
    SIGN_IN_PORT: '4000',
    QUOTA_LIMIT: '3',
    QUOTA_WINDOW_SECONDS: '5',
  });
  expect(settings).toMatchObject({
    stage: { name: 'dev', keys: { plan: { name: 'demo', limit: 3, windowSeconds: 5 } } },
    port: 0,
    dynamodb: { port: 65535, host: '172.17.0.1' },
    signInPort: 4000,
    watch: true,
  });
});

test('a stage that npm kept to itself is asked for again, with the words that reach the program', () => {
  for (const [args, kept] of [
    [['prod'], 'true'],
    [[], 'prod'],
  ] as const) {
    expect(() => localSettings(args, { npm_config_stage: kept })).toThrow(
      'npm keeps --stage to itself without a --: npm start -- --stage NAME.',
    );
  }
});

test('a limit may be as large as a load test needs', () => {
  expect(localSettings([], { QUOTA_LIMIT: '100000000' })).toMatchObject({
    stage: { keys: { plan: { limit: 100_000_000 } } },
  });
});

test('a DynamoDB that runs already is used instead of a port', () => {
  const url = 'http://127.0.0.1:8001';
  expect(localSettings([], { AWS_ENDPOINT_URL_DYNAMODB: url }).dynamodb).toEqual({ url });
});

test("the stage's Bedrock model is asked when that is said, at the address that is said", () => {
  const url = 'http://127.0.0.1:9000';
  const settings = localSettings([], {
    EMPHASIS_MODEL: 'bedrock',
    AWS_ENDPOINT_URL_BEDROCK_RUNTIME: url,
  });
  expect(settings.stage).toEqual({ ...stageNamed('demo'), priming: false });
  expect(settings.bedrockUrl).toBe(url);
  expect(localSettings([], { EMPHASIS_MODEL: 'bedrock' })).not.toHaveProperty('bedrockUrl');
});

test('a stage without a Bedrock model has none to ask', () => {
  expect(() => localSettings(['--stage', 'dev'], { EMPHASIS_MODEL: 'bedrock' })).toThrow(
    'stage "dev" names no model',
  );
});

test('a variable that is set to nothing is not set', () => {
  expect(
    localSettings([], {
      PORT: '',
      AWS_ENDPOINT_URL_DYNAMODB: '',
      QUOTA_LIMIT: '',
      EMPHASIS_MODEL: '',
    }),
  ).toEqual(localSettings([], {}));
});

test.each(['7', '5400', '18000'])('a window of %s s is refused', (seconds) => {
  for (const stage of ['demo', 'prod']) {
    expect(() => localSettings(['--stage', stage], { QUOTA_WINDOW_SECONDS: seconds })).toThrow(
      `QUOTA_WINDOW_SECONDS must divide an hour (3600), or be whole hours that divide a day (86400), not "${seconds}".`,
    );
  }
});

test.each([1, 2, 450, 3_600, 7_200, 86_400])('a window of %i s is taken', (windowSeconds) => {
  const env = { QUOTA_WINDOW_SECONDS: String(windowSeconds) };
  const { keys } = localSettings(['--stage', 'prod'], env).stage;
  expect(keys).toMatchObject({ plans: [{ windowSeconds }, { windowSeconds }, { windowSeconds }] });
});

test.each([
  ['PORT', 'http'],
  ['PORT', '-1'],
  ['PORT', '65536'],
  ['PORT', '3000.5'],
  ['PORT', ' 3000'],
  ['PORT', '0x10'],
  ['DYNAMODB_PORT', '1e3'],
  ['DYNAMODB_HOST', 'localhost'],
  ['DYNAMODB_HOST', '*'],
  ['DYNAMODB_HOST', '0.0.0.0:8000'],
  ['SIGN_IN_PORT', 'three'],
  ['QUOTA_LIMIT', '0'],
  ['QUOTA_LIMIT', '100000001'],
  ['QUOTA_WINDOW_SECONDS', '0'],
  ['QUOTA_WINDOW_SECONDS', '86401'],
  ['AWS_ENDPOINT_URL_DYNAMODB', 'localhost:8000'],
  ['AWS_ENDPOINT_URL_DYNAMODB', 'http://'],
  ['AWS_ENDPOINT_URL_BEDROCK_RUNTIME', 'localhost'],
  ['EMPHASIS_MODEL', 'gpt'],
])('%s can not be "%s"', (name, value) => {
  expect(() => localSettings([], { [name]: value })).toThrow(name);
  expect(() => localSettings([], { [name]: value })).toThrow(`not "${value}"`);
});

test.each([
  [['--stage', 'moon'], 'Unknown stage "moon". The stages are: demo'],
  [['--stage'], '--stage'],
  [['--port', '80'], '--port'],
  [['start'], 'start'],
])('%j is refused', (args, message) => {
  expect(() => localSettings(args, {})).toThrow(message);
});
