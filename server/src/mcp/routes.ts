// The MCP server: POST /mcp, without sessions, so that any server answers any request. An API key is required.
import { AppError } from 'contract/errors.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { usualBodyBytes } from '../http/bodies.ts';
import { clientSignal } from '../http/client-signal.ts';
import { countOpenStreams, dropWhenStalled } from '../http/open-streams.ts';
import { type KeyLogin, ownerOfAccount } from '../http/owner.ts';
import { audienceOf } from '../tasks/audience.ts';
import type { TaskService } from '../tasks/batches/batches.ts';
import { callEntries } from '../tasks/catalogue.ts';
import { writeIndex } from './index-text.ts';
import { openOwnCalls } from './own-calls.ts';
import { makeSessionId, openQuestions, type Questions } from './questions.ts';

const mcpPath = '/mcp';
const stallMs = 30_000;
/** The longest arguments of a tool, and the frame around them. */
const toolBodyBytes = usualBodyBytes + Math.max(...callEntries.map(({ call }) => call.maxBodyBytes ?? 0));

/** Before the body is read. A login of a person is no key. */
async function requireKey(request: FastifyRequest): Promise<void> {
  if (!request.foundKey) throw new AppError('KEY_INVALID');
}

/** Also for a key that the lookup has refused. */
async function nameScheme(_request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  if (reply.statusCode === 401) void reply.header('www-authenticate', 'Bearer');
  return payload;
}

interface Message {
  readonly id?: unknown;
  readonly method?: unknown;
  readonly result?: unknown;
  readonly params?: { readonly capabilities?: unknown };
}

const refuseMessage = (reply: FastifyReply, status: number, code: number, message: string) =>
  reply.status(status).send({ jsonrpc: '2.0', error: { code, message }, id: null });

export function addMcpRoutes(app: FastifyInstance, service: TaskService): void {
  const streams = countOpenStreams();
  const questions = openQuestions();
  const config = { rateGroup: 'read', keyScope: 'any' } as const;
  const shared = { config, preParsing: requireKey, onSend: nameScheme } as const;
  const schema = {
    summary: 'MCP (streamable HTTP): one message of JSON-RPC; the tools are those of the catalogue',
    description: 'API key: any',
    tags: ['mcp'],
    security: [{ apiKey: ['any'] }],
  };
  app.post(mcpPath, { ...shared, schema, bodyLimit: toolBodyBytes }, (request, reply) =>
    answerPost({ app, service, streams, questions }, request, reply),
  );
  // There is no stream without a request, and no session to end.
  app.route({
    method: ['GET', 'DELETE'],
    url: mcpPath,
    ...shared,
    schema: { hide: true },
    exposeHeadRoute: false,
    handler: (_request, reply) => refuseMessage(reply.header('allow', 'POST'), 405, -32_000, 'Method not allowed'),
  });
  app.get('/llms.txt', { schema: { hide: true }, config }, async (_request, reply) =>
    reply
      .headers({ 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=3600' })
      .send(await writeIndex(service.parts)),
  );
}

interface Needs {
  readonly app: FastifyInstance;
  readonly service: TaskService;
  readonly streams: ReturnType<typeof countOpenStreams>;
  readonly questions: Questions;
}

async function answerPost(needs: Needs, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { app, service, streams, questions } = needs;
  const key = request.foundKey as KeyLogin;
  const message = (request.body ?? {}) as Message;
  if (Array.isArray(message)) return refuseMessage(reply, 400, -32_600, 'One message in each request');
  if (message.method === undefined && message.id !== undefined) {
    questions.answer(key.keyId, message);
    return reply.status(202).send();
  }
  const owner = ownerOfAccount(key.accountId);
  streams.add(request, reply, owner);
  if (message.method === 'initialize') void reply.header('mcp-session-id', makeSessionId(message.params?.capabilities));
  const { answerMcp } = await import('./answer-request.ts');
  const caller = {
    service,
    request,
    owner,
    audience: audienceOf(service, request),
    calls: openOwnCalls(app, request),
    signal: clientSignal(reply),
  };
  const answer = await answerMcp({ key, caller, questions });
  void reply.header('cache-control', 'no-store');
  dropWhenStalled(reply, stallMs);
  return reply.send(answer);
}
