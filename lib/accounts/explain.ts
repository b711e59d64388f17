import type { Environment } from '../settings/aws-client.ts';

/** An error (`cause`) of the service that the message names. Those of DynamoDB are thrown as they are. */
export class ServiceFault extends Error {}

/** AWS failed (`cause`) when something may have been written. The message says what to do. */
export class Unfinished extends Error {}

type Fault = NodeJS.ErrnoException & { readonly $metadata?: object };

/**
 * Describes an error in one line, with what to do about an error of AWS.
 *
 * @param environment - `AWS_ENDPOINT_URL_…` in it replace AWS's own addresses.
 * @param service - where an error of AWS comes from.
 */
export const explain = (error: unknown, environment: Environment, service = 'DynamoDB'): string => {
  if (error instanceof ServiceFault) return explain(error.cause, environment, error.message);
  if (error instanceof Unfinished) {
    return `${explain(error.cause, environment).replace(/\.?$/, '.')} ${error.message}`;
  }
  const serviceId = service === 'Cognito' ? 'Cognito Identity Provider' : service;
  const variable = `AWS_ENDPOINT_URL_${serviceId.toUpperCase().replaceAll(' ', '_')}`;
  const endpoint = environment[variable];
  const { name, message, code = '', $metadata } = error as Fault;
  const [line = ''] = message.split('\n', 1);
  if (name === 'CredentialsProviderError') {
    return `No AWS credentials: sign in, or set AWS_PROFILE, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY. (${line})`;
  }
  if (name === 'ExpiredTokenException') {
    return 'The AWS credentials have expired: sign in again, or replace AWS_SESSION_TOKEN and the keys with it.';
  }
  if (/^Region (is missing|not accepted)/.test(line))
    return 'No AWS region: set AWS_REGION, or AWS_PROFILE.';
  if (/^(DynamoDB Resource|CloudFormation Validation)/.test(`${service} ${name}`)) {
    return 'The stage lacks its tables or its stack here: deploy it, or set AWS_REGION and AWS_PROFILE to where it is.';
  }
  // The SDK takes the text before the colon of `localhost:8000` for a scheme.
  const isUrl = code !== 'ERR_INVALID_URL' && /^https?:/i.test(String(endpoint));
  if (endpoint && !isUrl && (code || $metadata)) {
    return `${variable} must be a URL, such as http://127.0.0.1:8000, not "${endpoint}".`;
  }
  // A system error, such as ECONNREFUSED. Node's own codes begin with ERR_.
  if (/^E(?!RR_)/.test(code) || name === 'TimeoutError') {
    const where = endpoint ? ` at ${endpoint}.` : ': is the region right, and the network there?';
    return `${service} does not answer (${code || name})${where}`;
  }
  // An error without the service's name for it, or a response that is not JSON.
  if ($metadata && endpoint && /^(Unknown|SyntaxError)$/.test(name)) {
    return `What answers at ${endpoint} is no ${service}.`;
  }
  return $metadata ? `${service} refuses: ${name}: ${line}` : line || code;
};
