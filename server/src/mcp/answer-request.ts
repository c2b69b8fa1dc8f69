// Answers one MCP request with the official SDK, whose server lives as long as the request. The SDK is loaded with the first one.
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
  type ServerResult,
} from '@modelcontextprotocol/sdk/types.js';
import { AppError } from 'contract/errors.ts';
import { hasScope, scopeOfTool } from 'contract/key-scopes.ts';
import type { FastifyRequest } from 'fastify';
import { ClientGone } from '../http/client-signal.ts';
import { failureOf } from '../http/errors.ts';
import type { KeyLogin } from '../http/owner.ts';
import { version } from '../version.ts';
import { answerFailure } from './answers.ts';
import { findOffer, readOffers } from './offers.ts';
import { Refused } from './own-calls.ts';
import { listOwnTools, ownTools } from './own-tools.ts';
import { canAsk, type Questions } from './questions.ts';
import { listResources, readResource, resourceTemplates } from './resources.ts';
import { type Caller, runOffer } from './run-offer.ts';

const keepAliveMs = 15_000;

export interface Asked {
  readonly key: KeyLogin;
  readonly caller: Omit<Caller, 'ask' | 'tellProgress'>;
  readonly questions: Questions;
}

const hints = {
  zh: '用 upload_url 上传文件，或使用 http(s) 链接；再调用相应的工具。收费的运行须先征得用户同意。运行时间长的任务用 get_task 查询。',
  en: 'Upload files with upload_url, or name them by http(s) links, then call a tool. Runs that cost something need the consent of the user first. Ask get_task for tasks that take long.',
};

/** The tools that the key may use and this server is able to run. */
async function listTools({ key, caller }: Asked) {
  const { language } = caller.audience;
  const { ffmpeg, speech } = caller.service.parts;
  const offers = [...(await readOffers(language))].filter(([name]) => {
    const { tool } = findOffer(name) ?? {};
    const isAble = tool?.needs === 'speech' ? speech !== null : tool?.needs !== 'ffmpeg' || ffmpeg.isThere;
    return tool && isAble && hasScope(key.scopes, scopeOfTool(tool.name));
  });
  return { tools: [...listOwnTools(key.scopes, language), ...offers.map(([, tool]) => tool)] };
}

function answerError(error: unknown, request: FastifyRequest): CallToolResult {
  if (error instanceof Refused) return answerFailure(error.failure);
  const failure = failureOf(error, request);
  if (failure.error === 'UNEXPECTED' && !(error instanceof AppError || error instanceof ClientGone))
    request.log.error({ err: error }, 'an MCP tool failed unexpectedly');
  return answerFailure(failure);
}

async function callTool(caller: Caller, name: string, sent: Record<string, unknown>): Promise<CallToolResult> {
  const own = Object.hasOwn(ownTools, name) ? ownTools[name] : undefined;
  const offer = findOffer(name);
  if (!own && !offer) throw new McpError(ErrorCode.InvalidParams, 'Unknown tool');
  try {
    if (own) return await own.run(caller, sent);
    return await runOffer(caller, offer!, sent);
  } catch (error) {
    return answerError(error, caller.request);
  }
}

/** A refusal of the API as an error of the protocol, which has no other place for it here. */
async function orProtocolError<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const { code, error: name, msg } = error.failure;
    throw new McpError(code === 404 ? -32_002 : ErrorCode.InvalidRequest, `${name}: ${msg}`, { error: name, code });
  }
}

export async function answerMcp(asked: Asked): Promise<Response> {
  const { caller, questions, key } = asked;
  const { request, audience, signal } = caller;
  const transport = new WebStandardStreamableHTTPServerTransport({ keepAliveMs });
  const { brand } = caller.service.parts.config;
  const server = new Server(
    { name: 'pixwright', title: audience.language === 'en' ? brand.nameEn : brand.nameZh, version },
    { capabilities: { tools: {}, resources: {} }, instructions: hints[audience.language] },
  );
  server.setRequestHandler(ListToolsRequestSchema, (): Promise<ServerResult> => listTools(asked));
  server.setRequestHandler(ListResourcesRequestSchema, ({ params }) =>
    orProtocolError(listResources(caller, params?.cursor)),
  );
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({ resourceTemplates }));
  server.setRequestHandler(ReadResourceRequestSchema, ({ params }) =>
    orProtocolError(readResource(caller, params.uri)),
  );
  server.setRequestHandler(CallToolRequestSchema, ({ params }, extra): Promise<ServerResult> => {
    const { requestId, _meta: meta } = extra;
    const progressToken = meta?.progressToken;
    return callTool(
      {
        ...caller,
        ask: async question =>
          canAsk(request.headers['mcp-session-id'])
            ? questions.ask(question, {
                keyId: key.keyId,
                signal,
                send: message => transport.send(message, { relatedRequestId: requestId }),
              })
            : undefined,
        tellProgress: async progress => {
          if (progressToken === undefined) return;
          const told = { progressToken, progress, total: 100 };
          await extra.sendNotification({ method: 'notifications/progress', params: told });
        },
      },
      params.name,
      params.arguments ?? {},
    );
  });
  await server.connect(transport);
  signal.addEventListener('abort', () => void server.close(), { once: true });
  const names = ['accept', 'content-type', 'mcp-protocol-version'];
  const headers = names.flatMap((name): [string, string][] =>
    request.headers[name] === undefined ? [] : [[name, String(request.headers[name])]],
  );
  return transport.handleRequest(new Request(`${audience.baseUrl}/mcp`, { method: 'POST', headers }), {
    parsedBody: request.body,
  });
}
