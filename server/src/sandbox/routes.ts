// HTTP routes of the sandbox, and who may use them. They exist only if the sandbox replaces a provider.
import { AppError } from 'contract/errors.ts';
import * as routes from 'contract/routes/sandbox.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { isLoopbackHost } from '../config-providers.ts';
import { addRoute } from '../http/routes.ts';
import type { OrderService } from '../orders/settle.ts';
import type { Parts } from '../parts.ts';
import { payAsPayer, readCashier } from './cashier.ts';
import { authorizeAs, isSandboxKey, isSandboxOn, playsPayments, readSandbox, scanAs } from './sandbox.ts';

/** Headers added by proxies: a request with one of these did not originate on this machine. */
const proxyHeaders = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via'];

/**
 * Whether the request was sent from this machine to a local name. A foreign page whose own name resolves to 127.0.0.1 (DNS rebinding) is
 * recognised by the Host header, which no page can forge.
 */
function isFromThisMachine(request: FastifyRequest, { publicUrl }: Pick<Config, 'publicUrl'>): boolean {
  if (proxyHeaders.some(name => request.headers[name] !== undefined)) return false;
  // nginx with its default configuration adds none of these headers and sends this server's own address as the host, but uses HTTP/1.0.
  // Browsers do not.
  if (request.raw.httpVersion === '1.0') return false;
  if (!isLoopbackHost(request.raw.socket.remoteAddress ?? '')) return false;
  return isLoopbackHost(request.hostname) || request.host === (publicUrl && new URL(publicUrl).host);
}

export function addSandboxRoutes(app: FastifyInstance, parts: Parts, orders: OrderService): void {
  const { config } = parts;
  if (!isSandboxOn(config)) return;
  const isOpenTo = (request: FastifyRequest): boolean =>
    config.sandboxAudience === 'local' || isSandboxKey(request.headers[routes.sandboxKeyHeader], parts.secret);

  app.addHook('preHandler', async (request, reply) => {
    const isBrowser = request.method === 'GET' && (request.headers.accept ?? '').includes('text/html');
    // The same URL returns data to programs, so no cache may serve either response for the other.
    if (isBrowser) return reply.header('cache-control', 'no-store').redirect('/#/sandbox');
    if (config.sandboxAudience === 'local' && !isFromThisMachine(request, config)) throw new AppError('SANDBOX_CLOSED');
  });
  addRoute(app, routes.sandbox, ({ query, request }) =>
    readSandbox(parts, { isOpen: isOpenTo(request), scene: query.scene ?? null }),
  );
  const personaOf = (body: { openId?: string | undefined; nickName?: string | undefined }, request: FastifyRequest) => {
    // A person who scanned before may have an account, which a stranger must not enter.
    if (body.openId !== undefined && !isOpenTo(request)) throw new AppError('SANDBOX_CLOSED');
    return body;
  };
  addRoute(app, routes.sandboxScan, ({ body, request }) => scanAs(parts, body.scene, personaOf(body, request)));
  addRoute(app, routes.sandboxAuthorize, ({ body, request }) => authorizeAs(parts, personaOf(body, request)));
  if (!playsPayments(config)) return;
  addRoute(app, routes.sandboxCashier, ({ query, request }) =>
    readCashier(parts, { isOpen: isOpenTo(request), orderNo: query.orderNo ?? null }),
  );
  // An order number cannot be guessed, so its payer needs no key.
  addRoute(app, routes.sandboxPay, async ({ body }) => {
    await payAsPayer(orders, parts.secret, body.orderNo);
    return null;
  });
}
