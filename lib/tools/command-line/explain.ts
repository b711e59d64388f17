import { type AwsService, dynamodbService, ServiceFault } from './aws-service.ts';
import { Unfinished } from './unfinished.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Describes an error in one line, with what to do about an error of AWS.
 *
 * @param environment `AWS_ENDPOINT_URL_…` in it replace AWS's own addresses.
 */
export const explain = (error: unknown, environment: Environment): string => {
  if (error instanceof Unfinished) {
    return `${explain(error.cause, environment).replace(/\.?$/, '.')} ${error.message}`;
  }
  if (error instanceof ServiceFault) return explainOf(error.service, error.cause, environment);
  return explainOf(dynamodbService, error, environment);
};

/** @param service Where an error of AWS comes from. */
const explainOf = (service: AwsService, error: unknown, environment: Environment): string => {
  const endpoint = environment[service.endpointVariable];
  const {
    name,
    message,
    code = '',
    $metadata,
  } = error as NodeJS.ErrnoException & { $metadata?: object };
  const [line = ''] = message.split('\n', 1);
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
  // A system error, such as ECONNREFUSED. Node's own codes begin with ERR_.
  if (/^E(?!RR_)/.test(code) || name === 'TimeoutError') {
    const where = endpoint ? ` at ${endpoint}.` : ': is the region right, and the network there?';
    return `${service.name} does not answer (${code || name})${where}`;
  }
  // An error without the service's name for it, or an answer that is not JSON.
  if ($metadata && endpoint && /^(Unknown|SyntaxError)$/.test(name)) {
    return `What answers at ${endpoint} is no ${service.name}.`;
  }
  return $metadata ? `${service.name} refuses: ${name}: ${line}` : line || code;
};
