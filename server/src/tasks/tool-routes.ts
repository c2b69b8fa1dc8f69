// HTTP routes of the tools: one for every call of every tool, built from its contract.

import { AppError } from 'contract/errors.ts';
import { scopeOfTool } from 'contract/key-scopes.ts';
import type { RouteContract } from 'contract/route.ts';
import type { callSchema } from 'contract/routes/tasks.ts';
import { taskSchema } from 'contract/task.ts';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { inSpan } from '../adapters/trace.ts';
import { readIdempotencyKey } from '../http/idempotency-key.ts';
import { accountIdOf } from '../http/owner.ts';
import { addRoute } from '../http/routes.ts';
import { senderOf } from './admission.ts';
import { audienceOf } from './audience.ts';
import type { TaskService } from './batches/batches.ts';
import { type CallEntry, callEntries, enginesOf } from './catalogue.ts';
import { presentTask } from './present.ts';
import type { TaskRow } from './store.ts';
import type { StoredError } from './stored.ts';
import { acceptTask, waitForEnd } from './tasks.ts';
import { bodyOfCall, pickFiles, pickOptions } from './tool-body.ts';

/** The contract of a tool call as a route: its own options and the fields common to all calls. */
const routeOfCall = ({ tool, call }: CallEntry) =>
  ({
    method: 'POST',
    path: call.path,
    keyScope: scopeOfTool(tool.name),
    summary: `${tool.name}: ${call.name}`,
    body: bodyOfCall(call),
    data: taskSchema,
  }) satisfies RouteContract;

/** Responds to a waiting call whose task failed with the status of that failure, and the task itself in the details. */
function throwIfFailed(row: TaskRow, task: z.infer<typeof taskSchema>): void {
  const failed: StoredError | null = row.error;
  if (failed) throw new AppError(failed.error, { ...failed.details, taskId: row.id, task });
}

export function addToolRoutes(app: FastifyInstance, service: TaskService) {
  for (const entry of callEntries) {
    addRoute(
      app,
      routeOfCall(entry),
      async ({ body, request, reply }) => {
        const values = body as Record<string, unknown> & z.output<typeof callSchema>;
        const audience = audienceOf(service, request);
        const options = pickOptions(entry.call, values);
        const files = pickFiles(entry.call, values);
        entry.call.refuse?.({ options, files }, enginesOf(service.parts.config));
        const { webhookUrl: url } = values;
        const webhookUrl =
          url && (await service.admitWebhook({ accountId: accountIdOf(request), url, baseUrl: audience.baseUrl }));
        const sent = {
          sender: senderOf(service.parts, request, reply),
          ...audience,
          idempotencyKey: readIdempotencyKey(request),
          options,
          files,
          fileName: values.fileName,
          batchId: values.batchId,
          replaces: values.replaces,
          ...(webhookUrl && { webhookUrl }),
        };
        const attributes = { 'pixwright.tool': entry.tool.name, 'pixwright.call': entry.call.name };
        const accepted = await inSpan('accept a task', { kind: 'producer', attributes }, () =>
          acceptTask(service, entry, sent),
        );
        const { id: taskId, tool, call, lane } = accepted;
        request.log.info({ taskId, tool, call, lane }, 'a task was accepted');
        const row = await waitForEnd(service.parts, service.feed, accepted, values.wait);
        const task = await presentTask(service.presenter, row, audience);
        throwIfFailed(row, task);
        return task;
      },
      { group: 'costly', tag: 'tools', maxBodyBytes: entry.call.maxBodyBytes },
    );
  }
}
