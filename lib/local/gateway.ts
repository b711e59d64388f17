/** The HTTP side of the local server: what API Gateway does with a request before and after the function. */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { type Cors, cors as deployed } from '../settings/cors.ts';
import { toEvent } from './event.ts';
import { readBody, splitTarget } from './incoming.ts';
import { createServer, STATUS_CODES } from './node-http.ts';
import { isPreflight, preflightResponse, withCors } from './preflight.ts';
import {
  type GatewayResponse,
  notFound,
  type Outcome,
  tooLarge,
  toResponse,
  unreadable,
} from './response.ts';
import { findRoute } from './routes.ts';

/** API Gateway's limit for the request line with all header fields, in bytes. */
const maxHeaderSize = 10_240;

/** How long a client may take to send a request, in milliseconds: as long as API Gateway waits for a function. */
const requestTimeout = 30_000;

/** What a route leads to. */
type Integration = (event: APIGatewayProxyEventV2) => Promise<Outcome>;

/** A gateway, not yet listening. */
export interface Gateway {
  readonly server: Server;
  /** Takes no more requests, lets those that have begun finish within the time given, then ends. */
  readonly close: (graceMilliseconds: number) => Promise<void>;
}

/**
 * A gateway for the routes given.
 *
 * @param routes - integrations by route key, e.g. `POST /v1/shout`, `GET /assets/{file}` or `$default`.
 * @param log - takes one line per request; the line holds no header, no query and no body.
 * @param cors - what pages of other origins may do: if not said, as the stack deploys it.
 */
export const createGateway = (
  routes: ReadonlyMap<string, Integration>,
  log: (line: string) => void,
  cors: Cors = deployed,
): Gateway => {
  const inFlight = new Set<ServerResponse>();
  let closing = false;

  /** The answer to a request; undefined when the client goes away before its request is whole. */
  const respond = async (
    request: IncomingMessage,
    requestId: string,
  ): Promise<GatewayResponse | undefined> => {
    const { method = '', url = '', httpVersion, rawHeaders, socket } = request;
    const { path, query } = splitTarget(url);
    const route = findRoute(routes, method, path);
    if (route === undefined) return isPreflight(request) ? preflightResponse : notFound;
    const body = await readBody(request);
    if (body === 'too large') return tooLarge;
    if (body === 'cut off') return undefined;
    const event = toEvent(
      {
        method,
        path,
        query,
        protocol: `HTTP/${httpVersion}`,
        rawHeaders,
        body,
        sourceIp: String(socket.remoteAddress),
        port: Number(socket.localPort),
      },
      { ...route, requestId, traceId: newTraceId(), time: Date.now() },
    );
    return toResponse(await route.integration(event));
  };

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const { method = '', url = '' } = request;
    const begun = performance.now();
    inFlight.add(response);
    response.on('close', () => {
      inFlight.delete(response);
      if (closing && inFlight.size === 0) server.closeAllConnections();
      const status = response.writableFinished ? response.statusCode : 'hung up';
      const milliseconds = Math.round(performance.now() - begun);
      log(`${method} ${encodeURI(splitTarget(url).path)} ${status} ${milliseconds} ms`);
    });

    const requestId = newRequestId();
    const responded = await respond(request, requestId);
    if (responded === undefined) return;
    const answer = withCors(responded, request, cors);
    response.shouldKeepAlive &&= !closing;
    response.writeHead(answer.status, {
      ...answer.headers,
      ...(![204, 304].includes(answer.status) && { 'content-length': answer.body.length }),
      'apigw-requestid': requestId,
    });
    response.end(answer.body);
    // What is left of a body that nobody wants: a client that still sends it would else not read.
    request.resume();
  };

  const server = createServer({ maxHeaderSize, requestTimeout }, handle);
  // The size of the header fields is limited; their number would be as well, by leaving some out.
  server.maxHeadersCount = 0;
  // A client may close its side once it has sent its request. Node's types lack this field.
  Object.assign(server, { httpAllowHalfOpen: true });
  server.on('clientError', ({ code }: NodeJS.ErrnoException, socket) => {
    const answering = [...inFlight].some(
      (response) => response.socket === socket && response.headersSent,
    );
    if (answering || !socket.writable) socket.destroy();
    else socket.end(onTheWire(unreadable(code)), () => socket.destroy());
  });

  return {
    server,
    close: (graceMilliseconds) =>
      new Promise((resolve) => {
        closing = true;
        const timer = setTimeout(() => server.closeAllConnections(), graceMilliseconds);
        server.close(() => {
          clearTimeout(timer);
          resolve();
        });
        if (inFlight.size === 0) server.closeAllConnections();
      }),
  };
};

/** The bytes of a response to a request for which Node has none. */
const onTheWire = ({ status, headers, body }: GatewayResponse): Buffer => {
  const fields = {
    ...headers,
    'content-length': body.length,
    connection: 'close',
    'apigw-requestid': newRequestId(),
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}`);
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', ''].join('\r\n');
  return Buffer.concat([Buffer.from(head), body]);
};

const newRequestId = (): string => randomBytes(11).toString('base64');

const newTraceId = (): string => {
  const seconds = Math.floor(Date.now() / 1000);
  return `Root=1-${seconds.toString(16)}-${randomBytes(12).toString('hex')}`;
};
