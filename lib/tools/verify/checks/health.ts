import manifest from '../../../../package.json' with { type: 'json' };
import { askAsDescribed, expectNoQuota } from '../calls.ts';
import { type Check, expectSame, inCase, open } from '../check.ts';

const path = '/v1/health';
const version = manifest.version;

export const healthChecks: readonly Check[] = [
  open({
    name: `GET ${path} answers, and is version ${version}`,
    run: async (target) => {
      const answer = await askAsDescribed(target, { method: 'GET', path }, 200);
      expectSame('the body', answer.text, JSON.stringify({ status: 'ok', version }));
      return undefined;
    },
  }),
  open({
    name: `GET ${path} is for anyone, whatever key is sent`,
    run: async (target) => {
      for (const headers of [
        { 'X-API-Key': 'revoked-demo-key' },
        { 'X-API-Key': ' ' },
        { 'X-API-Key': 'some-key' },
        { Authorization: 'Bearer some-key' },
      ]) {
        await inCase(JSON.stringify(headers), async () => {
          const sent = { method: 'GET', path, headers };
          expectNoQuota(await askAsDescribed(target, sent, 200));
        });
      }
      return undefined;
    },
  }),
  open({
    name: `HEAD ${path} answers as GET does, without the body`,
    run: async (target) => {
      const got = await askAsDescribed(target, { method: 'GET', path }, 200);
      const head = await askAsDescribed(target, { method: 'HEAD', path }, 200);
      for (const name of ['content-type', 'x-content-type-options', 'strict-transport-security']) {
        expectSame(name, head.headers[name], got.headers[name]);
      }
      return undefined;
    },
  }),
];
