/** Runs the service on this machine: `npm start -- --help`. */
import { localCredentials } from '../lib/local/developer-credentials.ts';
import { readLocalSettings } from '../lib/local/local-settings.ts';
import { startLocalServer } from '../lib/local/server.ts';
import { onShutdown } from '../lib/local/shutdown.ts';
import { apiEndpoints } from '../lib/settings/endpoints.ts';
import { dashboardPath } from '../lib/settings/site-routes.ts';
import { defaultStage, stageNames, stagePlans } from '../lib/settings/stages.ts';
import { curlLine } from '../lib/site/shared/code.ts';

const help = `Runs the service on this machine.

Usage: npm start -- [options]

  --stage NAME  ${stageNames.join(', ')}; default: ${defaultStage}
  --port PORT   of the API; default: the environment's PORT, or 3000 or the next that is free
  --watch       rebuilds functions and pages when their sources change (npm run dev)

docs/contributing.md lists the environment variables.`;

try {
  if (process.argv.includes('--help')) {
    console.log(help);
    process.exit();
  }
  const settings = readLocalSettings(process.argv.slice(2), process.env);
  const { url, dynamodbUrl, signInUrl, close } = await startLocalServer(settings);
  onShutdown(close);
  const { name, keys, emphasis } = settings.stage;
  const plans = stagePlans(settings.stage);
  const key = keys.policy === 'demo' ? 'my-key' : `amp_${name}_...`;
  const operatorVariables = Object.entries({
    AWS_ENDPOINT_URL_DYNAMODB: dynamodbUrl,
    ...(signInUrl !== undefined && { AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: signInUrl }),
    ...localCredentials,
  });
  const howToGetKey = `
Only issued keys are accepted. Create one on the dashboard, where any e-mail address works, or as the operator:

  export ${operatorVariables.map(([variable, value]) => `${variable}=${value}`).join(' ')}
  npm run accounts -- create --owner me --plan ${plans[0]?.name} --stage ${name}
  npm run accounts -- issue ID --name laptop --stage ${name}
`;
  const accounts = `
Dashboard: ${url}${dashboardPath}
Sign-in: ${signInUrl}`;
  const curls = apiEndpoints.map(({ path, access, documentation }) => {
    const [example] = plans.flatMap((plan) => Object.values(documentation(plan).examples));
    const body = example && JSON.stringify(example.request);
    return `  ${curlLine({ url: url + path, key: access === 'open' ? undefined : key, body })}`;
  });
  console.log(`
Playground: ${url}/${signInUrl === undefined ? '' : accounts}
Reference: ${url}/docs
Amplify, stage ${name}: ${url}
DynamoDB: ${dynamodbUrl}
Emphasis: ${emphasis.model === 'bedrock' ? emphasis.inferenceProfile : emphasis.model}
${plans.map((plan) => `Plan ${plan.name}: ${plan.limit} requests per key in ${plan.windowSeconds} s`).join('\n')}
${keys.policy === 'issued' ? howToGetKey : ''}
${curls.join('\n')}
`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
