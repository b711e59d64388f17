import { expect, test } from '@jest/globals';
import { readLocalSettings } from '../../../lib/local/local-settings.ts';
import { stageNamed, stagePlans } from '../../../lib/settings/stages.ts';

test('the defaults are the demo stage with the embedded model; an empty variable counts as unset', () => {
  const settings = {
    stage: { ...stageNamed('demo'), emphasis: { model: 'embedded' } },
    ports: [3000, 3001, 3003, 3004, 0],
    dynamodb: { ports: [8000, 0] },
    signInPorts: [3002, 3005, 3006, 0],
    watch: false,
  };
  expect(readLocalSettings([], {})).toEqual(settings);
  const names = ['PORT', 'AWS_ENDPOINT_URL_DYNAMODB', 'QUOTA_LIMIT', 'EMPHASIS_MODEL'];
  expect(readLocalSettings([], Object.fromEntries(names.map((name) => [name, ''])))).toEqual(
    settings,
  );
});

test('options and variables set everything', () => {
  const settings = readLocalSettings(['--watch', '--stage', 'dev', '--port', '0'], {
    PORT: '3001',
    DYNAMODB_PORT: '65535',
    DYNAMODB_HOST: '172.17.0.1',
    SIGN_IN_PORT: '4000',
    QUOTA_LIMIT: '100000000',
    QUOTA_WINDOW_SECONDS: '5',
  });
  expect(settings).toMatchObject({
    stage: { name: 'dev', keys: { plan: { name: 'demo', limit: 100_000_000, windowSeconds: 5 } } },
    ports: [0],
    dynamodb: { ports: [65535] },
    containerHost: '172.17.0.1',
    signInPorts: [4000],
    watch: true,
  });
  const url = 'http://127.0.0.1:8001';
  expect(readLocalSettings([], { AWS_ENDPOINT_URL_DYNAMODB: url }).dynamodb).toEqual({ url });
});

test('a port that something counts on is the only one, and not taken for anything else', () => {
  const settings = readLocalSettings([], { DYNAMODB_HOST: '172.17.0.1', SIGN_IN_PORT: '3001' });
  expect(settings).toMatchObject({
    ports: [3000, 3003, 3004, 0],
    dynamodb: { ports: [8000] },
    signInPorts: [3001],
  });
});

test('Bedrock is used if the environment says so', () => {
  const url = 'http://127.0.0.1:9000';
  expect(
    readLocalSettings([], { EMPHASIS_MODEL: 'bedrock', AWS_ENDPOINT_URL_BEDROCK_RUNTIME: url }),
  ).toMatchObject({ stage: { emphasis: stageNamed('demo').emphasis }, bedrockUrl: url });
});

test.each([1, 3_600, 7_200])('every plan can have windows of %i s', (seconds) => {
  const env = { QUOTA_WINDOW_SECONDS: String(seconds) };
  const windows = stagePlans(readLocalSettings(['--stage', 'prod'], env).stage).map(
    ({ windowSeconds }) => windowSeconds,
  );
  expect(new Set(windows)).toEqual(new Set([seconds]));
});

test.each([
  ['PORT', '65536'],
  ['PORT', '0x10'],
  ['DYNAMODB_HOST', 'localhost'],
  ['QUOTA_LIMIT', '0'],
  ['QUOTA_WINDOW_SECONDS', '7'],
  ['QUOTA_WINDOW_SECONDS', '18000'],
  ['AWS_ENDPOINT_URL_DYNAMODB', 'localhost:8000'],
  ['AWS_ENDPOINT_URL_BEDROCK_RUNTIME', 'http://'],
  ['EMPHASIS_MODEL', 'gpt'],
])('%s cannot be %s', (name, value) => {
  const message = new RegExp(`^${name} must .*, not "${value}"\\.$`);
  expect(() => readLocalSettings([], { [name]: value })).toThrow(message);
});

test.each([
  [['--stage', 'moon'], {}, 'Unknown stage "moon". The stages are: demo'],
  [['--port', 'eighty'], {}, 'PORT must be a whole number from 0 to 65535, not "eighty".'],
  [['--prot', '80'], {}, "Unknown option '--prot'. The options are: --stage, --port, --watch"],
  [['--stage', 'dev'], { EMPHASIS_MODEL: 'bedrock' }, 'stage "dev" has no Bedrock model'],
  // `npm start --stage prod`, and with an equals sign.
  [['prod'], { npm_config_stage: 'true' }, 'Put -- before --stage'],
  [[], { npm_config_port: '4000' }, 'Put -- before --port'],
])('%j with %j is invalid', (args, environment, message) => {
  expect(() => readLocalSettings(args, environment)).toThrow(message);
});
