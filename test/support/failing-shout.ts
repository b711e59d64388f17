/** The local server's `shout`, which fails for a certain text. */
import { build } from 'esbuild';
import type { Plan } from '../../functions/quota/window.ts';
import { bundling } from '../../lib/infrastructure/settings/bundling.ts';
import { apiEndpoints, functionId, routeKey } from '../../lib/infrastructure/settings/endpoints.ts';
import { functionEnvironment } from '../../lib/infrastructure/settings/function-environment.ts';
import { memoryMiB, timeoutSeconds } from '../../lib/infrastructure/settings/sizes.ts';
import { defaultStage, stageNamed } from '../../lib/infrastructure/settings/stages.ts';
import { quotaTable } from '../../lib/infrastructure/settings/tables.ts';
import { createGateway } from '../../lib/local/gateway.ts';
import { hostFunction } from '../../lib/local/host.ts';
import { listen } from '../../lib/local/listen.ts';
import { localCredentials, localTableName } from '../../lib/local/local-tables.ts';
import { startWire, type Wire } from './dynamodb-wire.ts';

export interface FailingShout {
  readonly url: string;
  readonly wire: Wire;
  readonly close: () => Promise<void>;
}

export const failingText = 'fail';

const source = `
  import { countedEndpoint } from './functions/handlers/api.ts';
  import { textRequest } from './functions/text/capitalization.ts';
  console.error = console.warn = () => {};
  export const handler = await countedEndpoint(textRequest, ({ text }) => {
    if (text === '${failingText}') throw new Error('as told');
    return { original: text, result: text.toUpperCase(), characters_amplified: text.length };
  });`;

export const buildFailingShout = async (): Promise<string> => {
  const stdin = { contents: source, resolveDir: bundling.absWorkingDir };
  const { outputFiles } = await build({ ...bundling, stdin, outdir: 'functions', write: false });
  return String(outputFiles[0]?.text);
};

/** Starts a server that shares only DynamoDB with others. */
export const startFailingShout = async (
  code: string,
  dynamodbUrl: string,
  plan: Plan,
): Promise<FailingShout> => {
  const endpoint = apiEndpoints.find(({ name }) => name === 'shout');
  if (endpoint === undefined) throw new Error('There is no shout.');
  const wire = await startWire(dynamodbUrl);
  const stage = stageNamed(defaultStage);
  const host = hostFunction({
    functionName: functionId(endpoint),
    memoryMiB,
    timeoutSeconds: timeoutSeconds(endpoint),
    environment: {
      ...localCredentials,
      ...functionEnvironment(
        endpoint,
        { ...stage, keys: { policy: 'demo', revoked: ['revoked-demo-key'], plan } },
        {
          QUOTA_TABLE: localTableName(quotaTable),
          AWS_ENDPOINT_URL_DYNAMODB: wire.url,
          AWS_ENDPOINT_URL_BEDROCK_RUNTIME: '',
        },
      ),
    },
    code,
  });
  const gateway = createGateway(new Map([[routeKey(endpoint), host.invoke]]), () => {});
  return {
    url: `http://127.0.0.1:${await listen(gateway.server, 0, 'PORT')}`,
    wire,
    close: async () => {
      await gateway.close(0);
      await host.close();
      await wire.close();
    },
  };
};
