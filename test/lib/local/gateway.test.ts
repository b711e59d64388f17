import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { createGateway } from '../../../lib/local/gateway.ts';
import { startOnFreePort } from '../../../lib/local/http.ts';
import type { Outcome } from '../../../lib/local/response.ts';
import { until } from '../../support/at-end.ts';

/** How many events have reached the function, and requests were answered. */
let [begun, ended] = [0, 0];
let work: () => Promise<Outcome>;
let gateway: ReturnType<typeof createGateway>;
let port: number;

const ok: Outcome = { kind: 'result', result: { statusCode: 200, body: 'late' } };

beforeEach(async () => {
  [begun, ended] = [0, 0];
  work = async () => ok;
  const integration = () => {
    begun += 1;
    return work();
  };
  gateway = createGateway(new Map([['POST /echo', integration]]), () => {
    ended += 1;
  });
  port = await gateway.listen(0);
});

afterEach(() => gateway.close(0));

/** Those of `localhost` on this machine. */
const addresses = Object.values(networkInterfaces())
  .flatMap((addresses = []) => addresses.map(({ address }) => address))
  .filter((address) => ['127.0.0.1', '::1'].includes(address));

const post = (address = '127.0.0.1') =>
  fetch(`http://${address === '::1' ? '[::1]' : address}:${port}/echo`, { method: 'POST' });

const opened = async (): Promise<Socket> => {
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  await once(socket, 'connect');
  return socket;
};

test('closing waits for requests in flight, and closes their connections', async () => {
  const { promise, resolve } = Promise.withResolvers<Outcome>();
  work = () => promise;
  const responses = addresses.map(post);
  await until(() => begun === addresses.length);
  const closed = gateway.close(60_000);
  for (const address of addresses) await expect(post(address)).rejects.toThrow();
  resolve(ok);
  for (const response of responses) {
    expect(await (await response).text()).toBe('late');
    expect((await response).headers.get('connection')).toBe('close');
  }
  await closed;
});

test.each(addresses)(
  'another program at %s is not missed, and the next port taken',
  async (address) => {
    const otherServer = createServer().listen(0, address);
    await once(otherServer, 'listening');
    const { port: taken } = otherServer.address() as AddressInfo;
    const { listen, close } = createGateway(new Map(), () => {});
    const message = `Port ${taken} of ${address} is in use. Set PORT to another one.`;
    await expect(startOnFreePort([taken], listen)).rejects.toThrow(message);
    const printed = jest.spyOn(console, 'log').mockImplementation(() => {});
    const free = await startOnFreePort([taken, 0], listen);
    expect(printed).toHaveBeenCalledWith(`Port ${taken} is in use: trying any free one.`);
    printed.mockRestore();
    expect((await fetch(`http://localhost:${free}`)).status).toBe(404);
    await close(0);
    otherServer.close();
  },
);

test('closing closes connections without a request', async () => {
  const silent = await opened();
  const idle = await opened();
  idle.write('POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n');
  await until(() => ended === 1);
  const bothClosed = Promise.all([once(silent, 'close'), once(idle.resume(), 'close')]);
  await gateway.close(60_000);
  await bothClosed;
});

test('closing waits no longer than the given time', async () => {
  work = () => new Promise(() => {});
  const failed = expect(post()).rejects.toThrow();
  await until(() => begun === 1);
  await gateway.close(10);
  await failed;
});
