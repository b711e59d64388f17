/**
 * The baseline without an SDK: one request, signed by hand with Signature Version 4. It has no retries and no
 * time-outs.
 *
 * See https://docs.aws.amazon.com/IAM/latest/UserGuide/create-signed-request.html
 */
import { createHash, createHmac } from 'node:crypto';
import type http from 'node:http';
import { baseline } from './baseline.ts';

const {
  AWS_ENDPOINT_URL_DYNAMODB = '',
  AWS_REGION: region = '',
  AWS_ACCESS_KEY_ID: accessKeyId = '',
  AWS_SECRET_ACCESS_KEY: secretAccessKey = '',
} = process.env;
const endpoint = new URL(AWS_ENDPOINT_URL_DYNAMODB);
// Not by `import`, which would load all of undici, too. Tests use plain HTTP.
const { Agent, request }: Pick<typeof http, 'Agent' | 'request'> = process.getBuiltinModule(
  endpoint.protocol === 'https:' ? 'node:https' : 'node:http',
);
const agent = new Agent({ keepAlive: true });

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer =>
  createHmac('sha256', key).update(text).digest();

const signedHeaders = (body: string): Record<string, string> => {
  const time = new Date().toISOString().replace(/[-:]|\.\d+/g, '');
  const date = time.slice(0, 8);
  const headers = {
    'content-type': 'application/x-amz-json-1.0',
    host: endpoint.host,
    'x-amz-date': time,
    'x-amz-target': 'DynamoDB_20120810.UpdateItem',
  };
  const names = Object.keys(headers).join(';');
  const lines = Object.entries(headers).map(([name, value]) => `${name}:${value}\n`);
  const canonical = ['POST', '/', '', lines.join(''), names, hash(body)].join('\n');
  const scope = `${date}/${region}/dynamodb/aws4_request`;
  const key = scope.split('/').reduce<string | Buffer>(hmac, `AWS4${secretAccessKey}`);
  const signature = hmac(key, `AWS4-HMAC-SHA256\n${time}\n${scope}\n${hash(canonical)}`);
  return {
    ...headers,
    authorization: `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope}, SignedHeaders=${names}, Signature=${signature.toString('hex')}`,
  };
};

export const handler = baseline(
  (update) =>
    new Promise((resolve, reject) => {
      const body = JSON.stringify(update);
      request(endpoint, { method: 'POST', agent, headers: signedHeaders(body) }, (response) => {
        let text = '';
        response
          .on('data', (chunk) => {
            text += chunk;
          })
          .on('error', reject)
          .on('end', () => {
            if (response.statusCode === 200) return resolve(true);
            const { __type = '' } = JSON.parse(text) as { __type?: string };
            if (__type.endsWith('#ConditionalCheckFailedException')) return resolve(false);
            reject(new Error(`DynamoDB answered ${response.statusCode} ${__type}`));
          });
      })
        .on('error', reject)
        .end(body);
    }),
);
