// Gives each request its trace, whose id is the id of the request: it is in every log line, in the answer's header and in the body of a failure.
import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { requestIdLabel } from '../adapters/log.ts';
import { currentTrace, inTrace, readTrace, type Spans, startTrace, type Trace, writeTrace } from '../adapters/trace.ts';

declare module 'fastify' {
  interface FastifyRequest {
    trace: Trace;
  }
}

/** Tells calls that this process makes itself from those of strangers, who cannot guess it. */
const ownCallHeader = `x-${randomBytes(16).toString('hex')}`;

/** Makes a call of this server's own routes part of the request for which it is made. */
export function headersOfOwnCall(): Record<string, string> {
  const trace = currentTrace();
  return trace ? { [ownCallHeader]: writeTrace(trace) } : {};
}

type Headers = IncomingMessage['headers'];

/** The trace that a request names: one of this process's own calls, or one that came through a proxy of ours, which passes on only what it trusts. */
function findNamedTrace(headers: Headers, trustedProxies: number): Trace | undefined {
  const named = headers[ownCallHeader] ?? (trustedProxies > 0 ? headers.traceparent : undefined);
  return typeof named === 'string' ? readTrace(named) : undefined;
}

export const requestIdHeader = 'x-request-id';

/** The options of Fastify for ids and the log. */
export const requestIds = (trustedProxies: number) => ({
  genReqId: ({ headers }: IncomingMessage) => (findNamedTrace(headers, trustedProxies) ?? startTrace()).id,
  // An id that a client invents would mix its lines with those of others.
  requestIdHeader: false as const,
  // Only failed requests are logged: a line per request would bury them.
  logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: requestIdLabel }),
});

/** Begins the span of a request, which ends with its connection or its answer. Files and probes have none. */
function openSpan(request: FastifyRequest, reply: FastifyReply, within: Trace, isFirst: boolean): Trace {
  const { config, url: route } = request.routeOptions;
  if (!within.spans || config.rateGroup === undefined) return within;
  const attributes = { 'http.request.method': request.method, 'http.route': route };
  const span = within.spans.start(`${request.method} ${route}`, within, { kind: 'server', attributes, isFirst });
  reply.raw.once('close', () => {
    span.set({ 'http.response.status_code': reply.statusCode });
    if (reply.statusCode >= 500) span.fail(String(reply.statusCode));
    span.end();
  });
  return span.trace;
}

/** Must be registered before all other hooks. */
export function traceRequests(
  app: FastifyInstance,
  { trustedProxies, spans }: { readonly trustedProxies: number; readonly spans: Spans | null },
): void {
  app.decorateRequest('trace', null as never);
  app.addHook('onRequest', (request: FastifyRequest, reply: FastifyReply, done) => {
    const named = findNamedTrace(request.headers, trustedProxies);
    const within = { ...(named ?? startTrace()), id: request.id, ...(spans && { spans }) };
    request.trace = openSpan(request, reply, within, named === undefined);
    void reply.header(requestIdHeader, request.id);
    inTrace(request.trace, done);
  });
  // What follows a body is called by the connection, which knows no trace.
  app.addHook('preValidation', (request, _reply, done) => inTrace(request.trace, done));
}
