// A server that plays OpenAI's /chat/completions: it checks each request by the published schema, and answers as the test says.
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';

/** The request as OpenAI publishes it, with the fields that may be sent; any other is a fault. */
const requestSchema = z.strictObject({
  model: z.string().min(1),
  messages: z
    .array(z.strictObject({ role: z.enum(['system', 'user', 'assistant']), content: z.string().min(1) }))
    .min(1),
  stream: z.literal(true),
  max_tokens: z.number().int().positive().optional(),
  tools: z
    .array(
      z.strictObject({
        type: z.literal('function'),
        function: z.strictObject({
          name: z.string().regex(/^[\w-]{1,64}$/),
          description: z.string(),
          parameters: z.looseObject({ type: z.literal('object'), properties: z.record(z.string(), z.unknown()) }),
        }),
      }),
    )
    .optional(),
});
type ChatRequest = z.output<typeof requestSchema>;

type Answer = (reply: ServerResponse, asked: ChatRequest) => unknown;

export interface ChatStandIn {
  /** The base address, ending in /v1. */
  readonly url: string;
  readonly asked: ChatRequest[];
  /** Requests that broke the schema, the path or the key. */
  readonly faults: string[];
  answer: Answer;
  stop: () => Promise<void>;
}

export const standInKey = 'sk-stand-in';

const event = (choice: Readonly<Record<string, unknown>>) =>
  `data: ${JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, finish_reason: null, ...choice }] })}\n\n`;

export const beginEvents = (reply: ServerResponse): void =>
  void reply.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });

export const writeText = (reply: ServerResponse, content: string): void => {
  reply.write(event({ delta: { content } }));
};

/** Streams these pieces and ends as published. */
export const say =
  (pieces: readonly string[], reason = 'stop'): Answer =>
  reply => {
    beginEvents(reply);
    reply.write(event({ delta: { role: 'assistant', content: '' } }));
    for (const piece of pieces) writeText(reply, piece);
    reply.write(event({ delta: {}, finish_reason: reason }));
    reply.end('data: [DONE]\n\n');
  };

/** Calls the function with these arguments, in two pieces. */
export const callFunction =
  (name: string, written: string, text = ''): Answer =>
  reply => {
    beginEvents(reply);
    if (text) writeText(reply, text);
    const half = Math.floor(written.length / 2);
    const call = (index: number, called: object) => event({ delta: { tool_calls: [{ index, ...called }] } });
    reply.write(call(0, { id: 'call_1', type: 'function', function: { name, arguments: written.slice(0, half) } }));
    reply.write(call(0, { function: { arguments: written.slice(half) } }));
    reply.write(event({ delta: {}, finish_reason: 'tool_calls' }));
    reply.end('data: [DONE]\n\n');
  };

export const refuseWith =
  (status: number): Answer =>
  reply => {
    reply.writeHead(status, { 'content-type': 'application/json' });
    reply.end(JSON.stringify({ error: { message: 'no', type: 'server_error', code: null } }));
  };

export async function playChatServer(): Promise<ChatStandIn> {
  const standIn = { asked: [] as ChatRequest[], faults: [] as string[], answer: say(['Hello.']) };
  const server = createServer(async (request, reply) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const parsed = requestSchema.safeParse(JSON.parse(Buffer.concat(chunks).toString('utf8')));
    if (request.url !== '/v1/chat/completions') standIn.faults.push(`path ${request.url}`);
    if (request.headers.authorization !== `Bearer ${standInKey}`) standIn.faults.push('key');
    if (!parsed.success) {
      standIn.faults.push(parsed.error.message);
      return refuseWith(400)(reply, undefined as never);
    }
    standIn.asked.push(parsed.data);
    await standIn.answer(reply, parsed.data);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(standIn, {
    url: `http://127.0.0.1:${port}/v1`,
    stop: () =>
      new Promise<void>(resolve => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  });
}
