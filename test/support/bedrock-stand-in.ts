/**
 * A fake of Bedrock's Converse operation over HTTP.
 *
 * See https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html
 */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import type { ConverseCommandInput } from '@aws-sdk/client-bedrock-runtime';

export interface ConverseRequest {
  /** `/model/<inference profile>/converse`, percent-encoded. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Omit<ConverseCommandInput, 'modelId'>;
  /** The user's message. */
  readonly prompt: string;
}

interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
}

export type Reply =
  | Answer
  /** No response. */
  | 'silence'
  /** Stops in the middle of the body. */
  | 'half'
  /** A good response after 9 s of blanks, which only a time-out of the whole call ends. */
  | 'trickle'
  | 'reset';

export interface BedrockStandIn {
  readonly url: string;
  /** Since the last `reply`. */
  readonly requests: readonly ConverseRequest[];
  /** Clears the requests, and sets the reply. */
  readonly reply: (reply: Reply | ((request: ConverseRequest, index: number) => Reply)) => void;
  readonly close: () => Promise<void>;
}

/** By default, it ranks only the first word. */
export const startBedrock = async (): Promise<BedrockStandIn> => {
  const requests: ConverseRequest[] = [];
  let replyTo: (request: ConverseRequest, index: number) => Reply = () => ranking([1]);
  const server = createServer(async (request, response) => {
    const sent = await text(request);
    if (request.method === 'GET') {
      response.writeHead(404).end();
      return;
    }
    const body = JSON.parse(sent);
    const seen: ConverseRequest = {
      path: String(request.url),
      headers: request.headers,
      body,
      prompt: body.messages[0].content[0].text,
    };
    const reply = replyTo(seen, requests.push(seen) - 1);
    if (reply === 'silence') return;
    if (reply === 'reset') {
      request.socket.resetAndDestroy();
    } else if (reply === 'half') {
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '1000' });
      response.write('{"output":{"message":');
    } else if (reply === 'trickle') {
      response.writeHead(200, { 'Content-Type': 'application/json' });
      for (let tick = 0; tick < 30 && !request.socket.destroyed; tick += 1) {
        response.write(' ');
        await setTimeout(300);
      }
      response.end(ranking([1]).body);
    } else {
      response.writeHead(reply.status, { 'Content-Type': 'application/json', ...reply.headers });
      response.end(reply.body);
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    reply: (reply) => {
      requests.length = 0;
      replyTo = typeof reply === 'function' ? reply : () => reply;
    },
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
};

export const converseReply = (content: readonly unknown[], stopReason = 'tool_use'): Answer => ({
  status: 200,
  body: JSON.stringify({
    output: { message: { role: 'assistant', content } },
    stopReason,
    usage: { inputTokens: 300, outputTokens: 20, totalTokens: 320 },
    metrics: { latencyMs: 400 },
  }),
});

export const toolUse = (input: unknown, name = 'rank_words') => ({
  toolUse: { toolUseId: 'tooluse_kZJMlvQmRJ6eAyJE5GIl7Q', name, input },
});

export const ranking = (numbers: unknown): Answer => converseReply([toolUse({ ranking: numbers })]);

/** An error in AWS's format. */
export const failure = (status: number, name: string): Reply => ({
  status,
  headers: { 'x-amzn-ErrorType': `${name}:http://internal.amazon.com/coral/com.amazon.bedrock/` },
  body: JSON.stringify({ message: 'A sentence that says more.' }),
});
