import { Unfinished } from './unfinished.ts';

/**
 * Says in one line what went wrong with the operator's tool, and where AWS is at fault, what to do.
 *
 * @param error What was thrown.
 * @param environment Its `AWS_ENDPOINT_URL_DYNAMODB` is where DynamoDB was looked for, if set.
 */
export const explain = (
  error: unknown,
  environment: Readonly<Record<string, string | undefined>>,
): string => {
  if (error instanceof Unfinished) {
    return `${explain(error.cause, environment).replace(/\.?$/, '.')} ${error.message}`;
  }
  const { AWS_ENDPOINT_URL_DYNAMODB: endpoint } = environment;
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
  if (name === 'ResourceNotFoundException') {
    return 'The stage has no key table here: deploy it, or set AWS_REGION and AWS_PROFILE to where it is.';
  }
  if (code === 'ERR_INVALID_URL' && endpoint) {
    return `AWS_ENDPOINT_URL_DYNAMODB must be a URL, such as http://127.0.0.1:8000, not "${endpoint}".`;
  }
  // Node's codes of system errors, such as ECONNREFUSED; its own begin with ERR_.
  if (/^E(?!RR_)/.test(code) || name === 'TimeoutError') {
    const where = endpoint ? ` at ${endpoint}.` : ': is the region right, and the network there?';
    return `DynamoDB does not answer (${code || name})${where}`;
  }
  // An error that DynamoDB would name, or an answer that it would not write.
  if ($metadata && endpoint && /^(Unknown|SyntaxError)$/.test(name)) {
    return `What answers at ${endpoint} is no DynamoDB.`;
  }
  return $metadata ? `DynamoDB refuses: ${name}: ${line}` : line;
};
