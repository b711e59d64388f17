import { type AwsService, dynamodbService, ServiceFault } from './aws-service.ts';
import { Unfinished } from './unfinished.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Says in one line what went wrong with an operator's tool, and where AWS is at fault, what to do.
 *
 * @param error What was thrown.
 * @param environment Its `AWS_ENDPOINT_URL_…` say where the services were looked for, if set.
 */
export const explain = (error: unknown, environment: Environment): string => {
  if (error instanceof Unfinished) {
    return `${explain(error.cause, environment).replace(/\.?$/, '.')} ${error.message}`;
  }
  if (error instanceof ServiceFault) return explainOf(error.service, error.cause, environment);
  return explainOf(dynamodbService, error, environment);
};

/** The same of what was thrown, where it is a service's that is this one's. */
const explainOf = (service: AwsService, error: unknown, environment: Environment): string => {
  const endpoint = environment[service.endpointVariable];
  const {
    name,
    message,
    code = '',
    $metadata,
  } = error as NodeJS.ErrnoException & { $metadata?: object };
  // What parseArgs adds on dashes is longer than what it says.
  const [line = ''] = message.split(/\n| To specify /, 1);
  if (name === 'CredentialsProviderError') {
    return `No AWS credentials: sign in, or set AWS_PROFILE, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY. (${line})`;
  }
  if (/^Region (is missing|not accepted)/.test(line))
    return 'No AWS region: set AWS_REGION, or AWS_PROFILE.';
  if (name === 'ResourceNotFoundException' && service === dynamodbService) {
    return 'The stage lacks its tables here: deploy it, or set AWS_REGION and AWS_PROFILE to where it is.';
  }
  if (code === 'ERR_INVALID_URL' && endpoint) {
    return `${service.endpointVariable} must be a URL, such as http://127.0.0.1:8000, not "${endpoint}".`;
  }
  // Node's codes of system errors, such as ECONNREFUSED; its own begin with ERR_.
  if (/^E(?!RR_)/.test(code) || name === 'TimeoutError') {
    const where = endpoint ? ` at ${endpoint}.` : ': is the region right, and the network there?';
    return `${service.name} does not answer (${code || name})${where}`;
  }
  // An error that the service would name, or an answer that it would not write.
  if ($metadata && endpoint && /^(Unknown|SyntaxError)$/.test(name)) {
    return `What answers at ${endpoint} is no ${service.name}.`;
  }
  return $metadata ? `${service.name} refuses: ${name}: ${line}` : line;
};
