// Following, cancelling, downloading and summarising tasks. The tool calls themselves are defined by each tool's contract.
import { z } from 'zod';
import { defineRoute, defineStream } from '../route.ts';
import { sentNumberOr } from '../sent-fields.ts';
import { chargeSchema, taskSchema } from '../task.ts';

/** How many seconds a tool call waits for the result by default, and the maximum for `wait`. */
export const defaultWaitSeconds = 8;
const maxWaitSeconds = 15;
/** Characters of a file name as clients may send it. */
const longestName = 2048;
const batchIdPattern = /^[\w-]{1,64}$/;

export const batchIdSchema = z.string().regex(batchIdPattern);

/** Characters of the address of a webhook. */
export const longestWebhookUrl = 2048;

/** Fields common to all tool calls. */
export const callSchema = z.object({
  /** Hints. A name is sanitized and truncated for file systems; see contract/file-names.ts. */
  fileName: z.string().max(longestName).optional(),
  fileSize: z.number().nonnegative().optional(),
  batchId: batchIdSchema.optional(),
  wait: z.number().min(0).max(maxWaitSeconds).optional(),
  /** An earlier result for the same files, which this run replaces with other options: it does not count as another trial. */
  replaces: z.string().max(64).optional(),
  /** Where the end of this task is posted, beside the webhooks of the account. Only for accounts. */
  webhookUrl: z.string().trim().max(longestWebhookUrl).optional(),
});

/** Maximum number of tasks in one response. */
const longestPage = 100;
/** More pages than any owner has; pages past the end are empty. */
const lastPage = 1000;
const pageOf = (size: number) =>
  z.object({
    page: sentNumberOr(z.number().int().min(1).max(lastPage), 1),
    size: sentNumberOr(z.number().int().min(1).max(longestPage), size),
  });

/** Null as if it was not sent. */
export const sentRecord = z
  .record(z.string(), z.unknown())
  .nullish()
  .transform(sent => sent ?? {});

/** A malformed id gets the same response as an unknown one. */
const taskParams = z.object({ taskId: z.string() });
const batchParams = z.object({
  batchId: z.string().transform(sent => (batchIdPattern.test(sent) ? sent : '')),
});

export const batchSchema = z.object({
  batchId: z.string(),
  total: z.number().int(),
  queued: z.number().int(),
  running: z.number().int(),
  done: z.number().int(),
  failed: z.number().int(),
  cancelled: z.number().int(),
  /** Mean progress of all tasks, 0..100. */
  progress: z.number(),
  etaSeconds: z.number().nullable(),
  /** The requested page, in the order in which the tasks were sent. */
  tasks: z.array(taskSchema),
  page: z.number().int(),
  size: z.number().int(),
  /** A link that downloads all finished results as one zip; valid for an hour without headers. */
  zipUrl: z.string().nullable(),
});
export type Batch = z.infer<typeof batchSchema>;

export const getTask = defineRoute({
  method: 'GET',
  path: '/web/task/:taskId',
  keyScope: 'tasks:read',
  summary: 'One task as it stands',
  params: taskParams,
  data: taskSchema,
});

export const cancelTask = defineRoute({
  method: 'POST',
  path: '/web/task/:taskId/cancel',
  keyScope: 'tools',
  summary: 'Stop the work within a second and release the charge',
  params: taskParams,
  data: taskSchema,
});

export const downloadTask = defineRoute({
  method: 'POST',
  path: '/web/task/:taskId/download',
  keyScope: 'tools',
  summary: 'Settle the charge once and answer the link of a result file, or of a zip of all of them',
  params: taskParams,
  body: z.object({ fileIndex: sentNumberOr(z.number().int().min(0), 0), all: z.boolean().default(false) }).prefault({}),
  data: z.object({ url: z.string() }),
});

export const deleteTask = defineRoute({
  method: 'POST',
  path: '/web/task/:taskId/delete',
  keyScope: 'tools',
  summary: 'Delete a task, its results and the uploads only it uses',
  params: taskParams,
  data: z.null(),
});

export const quoteTask = defineRoute({
  method: 'POST',
  path: '/web/task/quote',
  keyScope: 'tools',
  summary: 'What a call would cost and how long it would take; starts nothing',
  body: z.object({ tool: z.string(), payload: sentRecord }),
  data: z.object({
    charge: chargeSchema,
    etaSeconds: z.number().nullable(),
    allowed: z.boolean(),
    reason: z.string().nullable(),
    /** Remaining free trial files; null where there is no trial. */
    triesLeft: z.number().int().nullable(),
    /** What the account can spend now, in the unit of the charge; null if it does not pay for the run. */
    left: z.number().int().nullable(),
  }),
});

export const listTasks = defineRoute({
  method: 'GET',
  path: '/web/task',
  keyScope: 'tasks:read',
  summary: 'The tasks of this owner in pages, newest first',
  query: pageOf(50),
  data: z.object({
    list: z.array(taskSchema),
    total: z.number().int(),
    page: z.number().int(),
    size: z.number().int(),
  }),
});

export const getBatch = defineRoute({
  method: 'GET',
  path: '/web/batch/:batchId',
  keyScope: 'tasks:read',
  summary: 'A batch summed up, and one page of its tasks',
  params: batchParams,
  query: pageOf(longestPage),
  data: batchSchema,
});

export const retryBatch = defineRoute({
  method: 'POST',
  path: '/web/batch/:batchId/retry',
  keyScope: 'tools',
  summary:
    'Run only the failed tasks of a batch again; answers the batch as it then stands, with the page of tasks asked for. An Idempotency-Key makes repeating it harmless',
  params: batchParams,
  query: pageOf(longestPage),
  data: batchSchema,
});

export const taskEvents = defineStream({
  path: '/web/task/:taskId/events',
  keyScope: 'tasks:read',
  summary: 'Changes of a task as server-sent events: progress, then done, failed or cancelled; data is the task',
  params: taskParams,
  contentType: 'text/event-stream',
});

export const batchEvents = defineStream({
  path: '/web/batch/:batchId/events',
  keyScope: 'tasks:read',
  summary: 'Changes of all tasks of a batch as server-sent events; `end` when all have ended',
  params: batchParams,
  contentType: 'text/event-stream',
});

export const taskZip = defineStream({
  path: '/web/task/:taskId/zip',
  keyScope: 'tasks:read',
  summary: 'All result files of a task as one zip; a ticket stands in for the headers',
  params: taskParams,
  query: z.object({ ticket: z.string().max(512).optional() }),
  contentType: 'application/zip',
});

export const batchZip = defineStream({
  path: '/web/batch/:batchId/zip',
  keyScope: 'tasks:read',
  summary: 'What is done of a batch as one zip; a ticket stands in for the headers',
  params: batchParams,
  query: z.object({ ticket: z.string().max(512).optional() }),
  contentType: 'application/zip',
});
