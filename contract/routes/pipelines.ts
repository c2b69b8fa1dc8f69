// Pipelines: several calls in a row on each of many files, for one price. The page calls them workflows.
import { z } from 'zod';
import { defineRoute } from '../route.ts';
import { optionalField, sentId, sentText } from '../sent-fields.ts';
import { maxPipelineInputs, maxSteps } from '../steps.ts';
import { chargeSchema } from '../task.ts';
import { batchIdSchema, batchSchema, longestWebhookUrl, sentRecord } from './tasks.ts';

export const longestPipelineName = 60;

const stepSchema = z.object({
  /** The path of the call. */
  path: z.string().max(200),
  /** Its body without the file that it works on, which the server fills in. */
  payload: sentRecord,
});
export type PipelineStep = z.output<typeof stepSchema>;

const savedStepSchema = stepSchema.extend({
  /** What a client needs to show the step again. The server keeps it as it is. */
  settings: z.record(z.string(), z.unknown()).optional(),
});
export type SavedStep = z.output<typeof savedStepSchema>;

const stepsSchema = z.array(stepSchema).min(1).max(maxSteps);
const inputSchema = z.string().max(4096);

const pipelineFields = {
  name: optionalField(sentText(longestPipelineName)),
  steps: stepsSchema,
  /** Paths of uploads, or links. */
  inputs: z.array(inputSchema).min(1).max(maxPipelineInputs),
  batchId: optionalField(batchIdSchema),
};

export const runPipeline = defineRoute({
  method: 'POST',
  path: '/web/pipeline',
  keyScope: 'tools',
  summary: 'Run calls in a row on each input: a batch of one task for each, with the price of all steps held',
  body: z.object({
    ...pipelineFields,
    /** Where the end of each task is posted, as for a call. */
    webhookUrl: optionalField(z.string().trim().max(longestWebhookUrl)),
  }),
  data: batchSchema,
});

const priceSchema = { charge: chargeSchema, etaSeconds: z.number().nullable() };

const sentInputs = z
  .array(inputSchema)
  .max(maxPipelineInputs)
  .nullish()
  .transform(sent => sent ?? []);

export const quotePipeline = defineRoute({
  method: 'POST',
  path: '/web/pipeline/quote',
  keyScope: 'tools',
  summary: 'What a pipeline would cost and how long it would take, also before there are inputs; starts nothing',
  body: z.object({ ...pipelineFields, inputs: sentInputs }),
  data: z.object({
    /** Of all inputs; without inputs, of one file. */
    ...priceSchema,
    allowed: z.boolean(),
    reason: z.string().nullable(),
    /** As in the quote of a call. */
    triesLeft: z.number().int().nullable(),
    left: z.number().int().nullable(),
    /** The part of each step, of all inputs. */
    steps: z.array(z.object({ path: z.string(), tool: z.string(), ...priceSchema })),
  }),
});

const savedSchema = z.object({
  id: z.string(),
  name: z.string(),
  steps: z.array(savedStepSchema),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type SavedPipeline = z.infer<typeof savedSchema>;

const savedPath = '/web/pipeline/saved';

export const listPipelines = defineRoute({
  method: 'GET',
  path: savedPath,
  needsLogin: true,
  keyScope: 'account:read',
  summary: 'The pipelines that the account has saved, last changed first',
  data: z.object({ list: z.array(savedSchema), total: z.number().int() }),
});

export const savePipeline = defineRoute({
  method: 'POST',
  path: savedPath,
  needsLogin: true,
  summary: 'Save the steps of a pipeline; replaces the one with this id, or without an id the one with this name',
  body: z.object({
    id: optionalField(sentId),
    name: sentText(longestPipelineName),
    steps: z.array(savedStepSchema).min(1).max(maxSteps),
  }),
  data: savedSchema,
});

export const deletePipeline = defineRoute({
  method: 'POST',
  path: `${savedPath}/:id/delete`,
  needsLogin: true,
  summary: 'Delete a saved pipeline; its runs stay',
  params: z.object({ id: sentId }),
  data: z.null(),
});
