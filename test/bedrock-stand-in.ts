/**
 * A stand-in for Bedrock's runtime on the loopback interface. It speaks the wire protocol of the
 * Converse operation, and answers as a test tells it to.
 *
 * See https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html
 */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import type { ConverseCommandInput } from '@aws-sdk/client-bedrock-runtime';

/** A request that has come in. */
export interface ConverseRequest {
  /** The target: `/model/<inference profile>/converse`, percent-encoded. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Omit<ConverseCommandInput, 'modelId'>;
  /** What the user's message says. */
  readonly prompt: string;
}

/** An answer. */
interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What comes back. */
export type Reply =
  | Answer
  /** Nothing, ever. */
  | 'silence'
  /** The head of an answer and half a body, and then nothing. */
  | 'half'
  /**
   * A good answer, after blanks that come for 9 s and so fast that only a limit to the whole call ends
   * the wait.
   */
  | 'trickle'
  /** The end of the connection. */
  | 'reset';

/** A running stand-in. */
export interface BedrockStandIn {
  readonly url: string;
  /** All requests since the last `reply`. */
  readonly requests: readonly ConverseRequest[];
  /** Forgets all requests, and answers those to come. */
  readonly reply: (reply: Reply | ((request: ConverseRequest, index: number) => Reply)) => void;
  readonly close: () => Promise<void>;
}

/** Starts a stand-in. Until it is told what to reply, it ranks the first word only. */
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

/** An answer of the model: what it wrote or called, and why it stopped. */
export const converseReply = (content: readonly unknown[], stopReason = 'tool_use'): Answer => ({
  status: 200,
  body: JSON.stringify({
    output: { message: { role: 'assistant', content } },
    stopReason,
    usage: { inputTokens: 300, outputTokens: 20, totalTokens: 320 },
    metrics: { latencyMs: 400 },
  }),
});

/** A call of a tool, as it stands in the model's message. */
export const toolUse = (input: unknown, name = 'rank_words') => ({
  toolUse: { toolUseId: 'tooluse_kZJMlvQmRJ6eAyJE5GIl7Q', name, input },
});

/** A call of the tool with this ranking. */
export const ranking = (numbers: unknown): Answer => converseReply([toolUse({ ranking: numbers })]);

/** A failure, as AWS tells it: the name in a header, the message in the body. */
export const failure = (status: number, name: string): Reply => ({
  status,
  headers: { 'x-amzn-ErrorType': `${name}:http://internal.amazon.com/coral/com.amazon.bedrock/` },
  body: JSON.stringify({ message: 'A sentence that says more.' }),
});
