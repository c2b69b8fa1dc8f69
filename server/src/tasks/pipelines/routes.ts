// HTTP routes that run and quote pipelines.
import * as routes from 'contract/routes/pipelines.ts';
import type { FastifyInstance } from 'fastify';
import { inSpan } from '../../adapters/trace.ts';
import { clientSignal } from '../../http/client-signal.ts';
import { readIdempotencyKey } from '../../http/idempotency-key.ts';
import { accountIdOf, requireToolScope } from '../../http/owner.ts';
import { addRoute } from '../../http/routes.ts';
import { senderOf } from '../admission.ts';
import { audienceOf } from '../audience.ts';
import { sumUpBatch, type TaskService } from '../batches/batches.ts';
import { acceptPipeline } from './accept.ts';
import { quotePipeline } from './quote.ts';

/** A thousand links are longer than the bodies of other calls. */
const maxBodyBytes = 1024 * 1024;
const firstPage = { page: 1, size: 100 };

export function addPipelineRoutes(app: FastifyInstance, service: TaskService): void {
  const { parts } = service;
  addRoute(
    app,
    routes.runPipeline,
    async ({ body, request, reply }) => {
      const sender = senderOf(parts, request, reply);
      const audience = audienceOf(service, request);
      const { webhookUrl: url } = body;
      const webhookUrl =
        url && (await service.admitWebhook({ accountId: accountIdOf(request), url, baseUrl: audience.baseUrl }));
      const sent = {
        sender,
        webhook: webhookUrl ? { url: webhookUrl, baseUrl: audience.baseUrl } : null,
        ...audience,
        idempotencyKey: readIdempotencyKey(request),
        requireTool: (tool: string) => requireToolScope(request, tool),
      };
      const batchId = await inSpan('accept a pipeline', { kind: 'producer' }, () =>
        acceptPipeline(service, body, sent),
      );
      request.log.info({ batchId }, 'a pipeline was accepted');
      return sumUpBatch(service, { batchId, owner: sender.owner }, audience, firstPage);
    },
    { group: 'costly', maxBodyBytes },
  );
  addRoute(
    app,
    routes.quotePipeline,
    ({ body, request, reply }) =>
      quotePipeline(service, body, {
        sender: senderOf(parts, request, reply),
        ...audienceOf(service, request),
        requireTool: tool => requireToolScope(request, tool),
        signal: clientSignal(reply),
      }),
    { group: 'costly', maxBodyBytes },
  );
}
