/**
 * A fake of Bedrock's Converse operation over HTTP.
 *
 * See https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { ConverseCommandInput } from '@aws-sdk/client-bedrock-runtime';
import { type Answer, type Reply, serveReplies } from './serve.ts';

interface ConverseRequest {
  /** `/model/<inference profile>/converse`, percent-encoded. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Omit<ConverseCommandInput, 'modelId'>;
  /** The user's message. */
  readonly prompt: string;
}

interface BedrockStandIn {
  readonly url: string;
  /** Since the last `reply`. */
  readonly requests: readonly ConverseRequest[];
  /** Clears the requests, and sets the reply. */
  readonly reply: (reply: Reply | ((request: ConverseRequest, index: number) => Reply)) => void;
}

/** By default, it ranks only the first word. */
export const startBedrock = async (): Promise<BedrockStandIn> => {
  const requests: ConverseRequest[] = [];
  let replyTo: (request: ConverseRequest, index: number) => Reply = () => ranking([1]);
  const url = await serveReplies(({ method, url: path, headers }, sent) => {
    // Priming.
    if (method === 'GET') return undefined;
    const body = JSON.parse(sent);
    const prompt = body.messages[0].content[0].text;
    const seen: ConverseRequest = { path: String(path), headers, body, prompt };
    return replyTo(seen, requests.push(seen) - 1);
  });
  return {
    url,
    requests,
    reply: (reply) => {
      requests.length = 0;
      replyTo = typeof reply === 'function' ? reply : () => reply;
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

export const ranking = (numbers: unknown): Answer =>
  converseReply([
    { toolUse: { toolUseId: 'tooluse_kZJM', name: 'rank_words', input: { ranking: numbers } } },
  ]);

/** An error in AWS's format. */
export const failure = (status: number, name: string): Reply => ({
  status,
  headers: { 'x-amzn-ErrorType': `${name}:http://internal.amazon.com/coral/com.amazon.bedrock/` },
  body: JSON.stringify({ message: 'A sentence that says more.' }),
});
