import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { type Cors, cors as deployed } from '../settings/cors.ts';
import { type GatewayRequest, toEvent } from './event.ts';
import { createServer, listenOnLocalhost, readBody, STATUS_CODES } from './http.ts';
import {
  type GatewayResponse,
  notFound,
  type Outcome,
  serverError,
  tooLarge,
  toResponse,
  unreadable,
  withCors,
} from './response.ts';

/** API Gateway's limit for the request line with all header fields, in bytes. */
const maxHeaderSize = 10_240;

export type Integration = (event: APIGatewayProxyEventV2) => Promise<Outcome>;

/**
 * Creates the HTTP side of the local server: what API Gateway does before and after the function.
 *
 * @param routes - integrations by route key, e.g. `POST /v1/shout`, `GET /assets/{file}` or `$default`.
 * @param log - is called with one line per request, without headers, query and body.
 */
export const createGateway = (
  routes: ReadonlyMap<string, Integration>,
  log: (line: string) => void,
  cors: Cors = deployed,
) => {
  const inFlight = new Set<ServerResponse>();
  let closing = false;
  let listening: Awaited<ReturnType<typeof listenOnLocalhost>> | undefined;

  /** Returns the response; undefined if the client hangs up before its request is complete. */
  const respond = async (
    request: IncomingMessage,
    target: Pick<GatewayRequest, 'method' | 'path' | 'query' | 'requestId'>,
  ): Promise<GatewayResponse | undefined> => {
    if (request.headers.host === undefined) return unreadable();
    const route = findRoute(routes, target.method, target.path);
    if (route === undefined) return notFound;
    const body = await readBody(request);
    if (body === 'too large') return tooLarge;
    if (body === 'hung up') return undefined;
    const headers = Object.fromEntries(
      Object.entries(request.headersDistinct).map(([name, values]) => [name, String(values)]),
    );
    const event = toEvent({ ...target, ...route, headers, body });
    return toResponse(await route.integration(event));
  };

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const { method = '', url = '' } = request;
    const [path = '', query = ''] = url.split(/\?(.*)/s);
    const start = performance.now();
    inFlight.add(response);
    response.on('close', () => {
      inFlight.delete(response);
      if (closing && inFlight.size === 0) server.closeAllConnections();
      const status = response.writableFinished ? response.statusCode : 'hung up';
      const milliseconds = Math.round(performance.now() - start);
      log(`${method} ${encodeURI(path)} ${status} ${milliseconds} ms`);
    });

    const requestId = newRequestId();
    const send = (answer: GatewayResponse) => {
      const { status, headers, body } = withCors(answer, request, cors);
      response.shouldKeepAlive &&= !closing;
      response.writeHead(status, {
        ...headers,
        ...(![204, 304].includes(status) && { 'content-length': body.length }),
        'apigw-requestid': requestId,
      });
      response.end(body);
    };
    try {
      const answer = await respond(request, { method, path, query, requestId });
      if (answer) send(answer);
    } catch (error) {
      console.error(`${method} ${path}:`, error);
      send(serverError);
    }
    // Discards the rest of the body: some clients read the response only after sending all of it.
    request.resume();
  };

  // Node would close idle connections after 5 s, also while a client sends its next request, and answer a request
  // without `Host` with an empty body.
  const options = { maxHeaderSize, keepAliveTimeout: 0, requireHostHeader: false };
  const server = createServer(options, handle);
  // A client may close its side after sending its request. Node's types lack this property.
  Object.assign(server, { httpAllowHalfOpen: true });
  server.on('clientError', ({ code }: NodeJS.ErrnoException, socket) => {
    const answering = [...inFlight].some(
      (response) => response.socket === socket && response.headersSent,
    );
    if (answering || !socket.writable) socket.destroy();
    else socket.end(onTheWire(unreadable(code)), () => socket.destroy());
  });

  return {
    listen: async (port: number): Promise<number> => {
      listening = await listenOnLocalhost(server, port, 'PORT');
      return listening.port;
    },
    /** Accepts no more requests, waits up to the given time for those in flight, then ends. */
    close: async (graceMilliseconds: number) => {
      closing = true;
      const timer = setTimeout(() => server.closeAllConnections(), graceMilliseconds);
      const closed = listening?.close();
      if (inFlight.size === 0) server.closeAllConnections();
      await closed;
      clearTimeout(timer);
    },
  };
};

/** The bytes of a response. Node has no `ServerResponse` for a request that isn't valid HTTP. */
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

/**
 * Finds a request's route as API Gateway's HTTP APIs do. An exact match has priority over one with parameters
 * (`GET /assets/{file}`), that over a greedy one (`OPTIONS /{proxy+}`), and that over `$default`. A parameter is a whole
 * path segment.
 *
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-routes.html
 */
const findRoute = <Integration>(
  routes: ReadonlyMap<string, Integration>,
  method: string,
  path: string,
) => {
  const byPriority = [...routes].sort(([a], [b]) => routeRank(a) - routeRank(b));
  for (const [routeKey, integration] of byPriority) {
    const match = `${method} ${path}`.match(routePattern(routeKey));
    if (match)
      return { routeKey, integration, ...(match.groups && { pathParameters: match.groups }) };
  }
  return undefined;
};

const routeRank = (routeKey: string): number => {
  if (routeKey === '$default') return 3;
  if (routeKey.endsWith('+}')) return 2;
  return routeKey.includes('{') ? 1 : 0;
};

const routePattern = (routeKey: string): RegExp => {
  if (routeKey === '$default') return /^/;
  const source = routeKey.replace(
    /\{(\w+)(\+?)\}|[^{]+/g,
    (text: string, name?: string, greedy?: string) =>
      name ? `(?<${name}>${greedy ? '.+' : '[^/]+'})` : text.replaceAll(/\W/g, '\\$&'),
  );
  return new RegExp(`^${source}$`);
};
