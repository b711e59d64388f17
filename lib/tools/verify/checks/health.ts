import manifest from '../../../../package.json' with { type: 'json' };
import { askAsDescribed } from '../calls.ts';
import { type Check, expectSame, inCase } from '../check.ts';

const path = '/v1/health';
const version = manifest.version;

export const healthChecks: readonly Check[] = [
  {
    name: `GET ${path} answers, and is version ${version}; HEAD answers without the body`,
    run: async (target) => {
      const answer = await askAsDescribed(target, { method: 'GET', path }, 200);
      expectSame('the body', answer.text, JSON.stringify({ status: 'ok', version }));
      const head = await askAsDescribed(target, { method: 'HEAD', path }, 200);
      expectSame('Content-Type', head.headers['content-type'], answer.headers['content-type']);
    },
  },
  {
    name: `GET ${path} is for anyone, whatever key is sent`,
    run: async (target) => {
      for (const key of ['revoked-demo-key', ' ', 'some-key']) {
        const sent = { method: 'GET', path, headers: { 'X-API-Key': key } };
        await inCase(key, () => askAsDescribed(target, sent, 200));
      }
    },
  },
];
