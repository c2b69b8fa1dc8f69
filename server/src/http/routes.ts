// Registers a route contract on the server: its schemas validate the request, and the handler's result is sent in the envelope.
import { Readable } from 'node:stream';
import { AppError } from 'contract/errors.ts';
import { failureSchema, type RouteContract, type StreamContract, successSchema } from 'contract/route.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema, preParsingAsyncHookHandler } from 'fastify';
import type { z } from 'zod';
import { holdsMoreThan, usualBodyValues } from './bodies.ts';
import { SchemaMismatch } from './errors.ts';
import { dropWhenStalled } from './open-streams.ts';
import { accountIdOf } from './owner.ts';

type Parsed<T> = T extends z.ZodType ? z.output<T> : undefined;

export interface Call<R extends RouteContract> {
  readonly body: Parsed<R['body']>;
  readonly query: Parsed<R['query']>;
  readonly params: Parsed<R['params']>;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** Response data that may be too large for memory: pieces of JSON text, generated only as fast as the client reads them. */
export class JsonPieces {
  readonly pieces: AsyncIterable<string>;

  constructor(pieces: AsyncIterable<string>) {
    this.pieces = pieces;
  }
}

/**
 * The object `known` with the field `name` added, a list whose items are made while they are read. The first is made before the response
 * begins, so that a busy database is reported with its status.
 */
export async function addList(known: object, name: string, items: AsyncIterable<object>): Promise<JsonPieces> {
  const left = items[Symbol.asyncIterator]();
  const first = await left.next();
  async function* pieces() {
    yield `${JSON.stringify(known).slice(0, -1)},${JSON.stringify(name)}:[`;
    try {
      for (let item = first, separator = ''; !item.done; item = await left.next(), separator = ',')
        yield separator + JSON.stringify(item.value);
    } finally {
      await left.return?.();
    }
    yield ']}';
  }
  return new JsonPieces(pieces());
}

type Data<R extends RouteContract> = z.output<R['data']> | JsonPieces;
export type Handler<R extends RouteContract> = (call: Call<R>) => Promise<Data<R>> | Data<R>;

/**
 * Requests of a group share one limit per minute: `read` returns one small thing, `costly` starts work or writes, `bulk` reads or changes
 * many tasks at once.
 */
export type RateGroup = 'read' | 'costly' | 'bulk';

/** A reader of a long response that accepts no data for this long is disconnected. */
const stallMs = 30_000;

const unstorable = () =>
  new AppError('BAD_REQUEST', { issues: [{ path: '', error: 'text holds NUL or half of a surrogate pair' }] });

/** Whether a query or the parameters of a path contain text that PostgreSQL cannot store. Decoding has left no half surrogates in them. */
const holdsNul = (sent: unknown): boolean =>
  typeof sent === 'object' && sent !== null
    ? Object.entries(sent).some(([name, value]) => name.includes('\0') || holdsNul(value))
    : typeof sent === 'string' && sent.includes('\0');

/** Whether a JSON text contains NUL or an unpaired surrogate, escaped or not. */
function holdsUnstorableText(json: string): boolean {
  if (!json.isWellFormed() || json.includes('\0')) return true;
  if (!/\\u(?:0000|d[89a-f])/i.test(json)) return false;
  // An escaped backslash before the u makes it plain text.
  const plain = json.replaceAll('\\\\', '').replace(/\\ud[89ab][\da-f]{2}\\ud[c-f][\da-f]{2}/gi, '');
  return /\\u(?:0000|d[89a-f][\da-f]{2})/i.test(plain);
}

const succeed = <T>(data: T) => ({ code: 200, msg: 'OK', data });

async function* succeedInPieces({ pieces }: JsonPieces): AsyncGenerator<string> {
  yield '{"code":200,"msg":"OK","data":';
  yield* pieces;
  yield '}';
}

/** Makes Fastify validate with zod and throw errors that `errors.ts` understands. Results are typed, so they are not parsed again. */
export function speakZod(app: FastifyInstance): void {
  app.setValidatorCompiler<z.ZodType>(({ schema }) => value => {
    // Fastify passes null for an absent body. The received value is needed for the sentence of a refusal, which does not repeat it.
    const parsed = schema.safeParse(value ?? undefined, { reportInput: true });
    return parsed.success ? { value: parsed.data } : { error: new SchemaMismatch(parsed.error) };
  });
  // Only JSON is accepted: a form on another site can send text without a preflight, so text is refused before any route.
  app.removeContentTypeParser('text/plain');
  // Calls without a body often carry the content type of one.
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    // Neither the database nor a file name can store these, and keyboards do not type them.
    else if (holdsUnstorableText(String(body))) done(unstorable());
    else
      void parse(request, String(body), (error, json) => {
        const { maxBodyValues = usualBodyValues } = request.routeOptions.config;
        if (!error && holdsMoreThan(json, maxBodyValues)) done(new AppError('BODY_TOO_LARGE'));
        else done(error, json);
      });
  });
  app.addHook('preValidation', async ({ query, params }) => {
    if (holdsNul(query) || holdsNul(params)) throw unstorable();
  });
  app.setSerializerCompiler(() => value => JSON.stringify(value));
}

/** A client whose login has ended learns that from every call, whatever it sent. */
const requireLogin: preParsingAsyncHookHandler = async (request, _reply, body) => {
  accountIdOf(request);
  return body;
};

/** The ways in, for the description of the calls: a login, an API key with its scope, or nothing. */
function describeAccess({ needsLogin, keyScope }: Pick<RouteContract, 'needsLogin' | 'keyScope'>) {
  type Way = Readonly<Record<string, readonly string[]>>;
  const security: Way[] = [...(needsLogin ? [] : [{}]), { token: [] }, ...(keyScope ? [{ apiKey: [keyScope] }] : [])];
  return {
    ...(keyScope && { description: `API key: ${keyScope === 'any' ? 'any' : `scope ${keyScope}`}` }),
    security,
  };
}

export function addRoute<R extends RouteContract>(
  app: FastifyInstance,
  route: R,
  handler: Handler<R>,
  options: {
    group?: RateGroup;
    tag?: string;
    hasHead?: boolean;
    maxBodyBytes?: number | undefined;
    /** Raises the limit on values in a body. Safe only if its schema does not list every mistake. */
    maxBodyValues?: number;
  } = {},
): void {
  const schema: FastifySchema & Record<string, unknown> = {
    summary: route.summary,
    ...describeAccess(route),
    tags: [options.tag ?? route.path.split('/')[2] ?? 'other'],
    ...(route.body && { body: route.body }),
    ...(route.query && { querystring: route.query }),
    ...(route.params && { params: route.params }),
    response: { 200: successSchema(route.data), default: failureSchema },
  };
  app.route({
    method: route.method,
    url: route.path,
    schema,
    config: {
      rateGroup: options.group ?? 'read',
      keyScope: route.keyScope,
      ...(options.maxBodyValues !== undefined && { maxBodyValues: options.maxBodyValues }),
    },
    ...(options.maxBodyBytes !== undefined && { bodyLimit: options.maxBodyBytes }),
    ...(route.method === 'GET' && { exposeHeadRoute: options.hasHead ?? true }),
    ...(route.needsLogin && { preParsing: requireLogin }),
    handler: async (request, reply) => {
      const { body, query, params } = request as unknown as { body: never; query: never; params: never };
      const data = await handler({ body, query, params, request, reply });
      // Private or changing responses are never cached; lookups have set their own header already.
      if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-store');
      if (!(data instanceof JsonPieces)) return succeed(data);
      dropWhenStalled(reply, stallMs);
      return reply.type('application/json; charset=utf-8').send(Readable.from(succeedInPieces(data)));
    },
  });
}

/** Registers a stream; the handler sends the response itself. */
export function addStream<S extends StreamContract>(
  app: FastifyInstance,
  stream: S,
  handler: (call: Call<Omit<S, 'method'> & { method: 'GET' | 'POST'; data: z.ZodType }>) => Promise<FastifyReply>,
  options: { group?: RateGroup; tag?: string } = {},
): void {
  const schema: FastifySchema & Record<string, unknown> = {
    summary: stream.summary,
    ...describeAccess(stream),
    tags: [options.tag ?? stream.path.split('/')[2] ?? 'other'],
    ...(stream.body && { body: stream.body }),
    ...(stream.params && { params: stream.params }),
    ...(stream.query && { querystring: stream.query }),
    produces: [stream.contentType],
    response: { default: failureSchema },
  };
  app.route({
    method: stream.method ?? 'GET',
    url: stream.path,
    schema,
    config: { rateGroup: options.group ?? 'read', keyScope: stream.keyScope },
    // No automatic HEAD route: it would read the whole stream and discard it.
    ...(stream.method !== 'POST' && { exposeHeadRoute: false }),
    handler: (request, reply) => {
      const { body, query, params } = request as unknown as { body: never; query: never; params: never };
      void reply.headers({ 'content-type': stream.contentType, 'cache-control': 'no-store' });
      return handler({ body, query, params, request, reply });
    },
  });
}
