// HTTP routes of saved pipelines.
import * as routes from 'contract/routes/pipelines.ts';
import type { FastifyInstance } from 'fastify';
import { accountIdOf, accountOf } from '../http/owner.ts';
import { addRoute } from '../http/routes.ts';
import { deletePipeline, type PipelineNeeds, pipelinesOf, savePipeline } from './pipelines.ts';

const costly = { group: 'costly' } as const;

export function addSavedPipelineRoutes(app: FastifyInstance, needs: PipelineNeeds): void {
  addRoute(app, routes.listPipelines, async ({ request }) => {
    const list = await pipelinesOf(needs, accountIdOf(request));
    return { list, total: list.length };
  });
  addRoute(
    app,
    routes.savePipeline,
    ({ body, request }) => savePipeline(needs, accountOf(request).accountId, body),
    costly,
  );
  addRoute(
    app,
    routes.deletePipeline,
    async ({ params, request }) => {
      await deletePipeline(needs, accountOf(request).accountId, params.id);
      return null;
    },
    costly,
  );
}
