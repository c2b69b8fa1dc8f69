// All HTTP routes of tasks.
import type { FastifyInstance } from 'fastify';
import { countOpenStreams } from '../http/open-streams.ts';
import { addBatchRoutes } from './batches/batch-routes.ts';
import type { TaskService } from './batches/batches.ts';
import { addPipelineRoutes } from './pipelines/routes.ts';
import { addEventRoutes } from './streams/event-routes.ts';
import { addTaskRoutes as addSingleTaskRoutes } from './task-routes.ts';
import { addToolRoutes } from './tool-routes.ts';

export function addTaskRoutes(app: FastifyInstance, service: TaskService): void {
  const streams = countOpenStreams();
  addToolRoutes(app, service);
  addPipelineRoutes(app, service);
  addSingleTaskRoutes(app, service, streams);
  addBatchRoutes(app, service, streams);
  addEventRoutes(app, service, streams);
}
