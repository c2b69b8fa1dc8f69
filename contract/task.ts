// A task as every client sees it: one tool call, from acceptance to its end.
import { z } from 'zod';
import { keyCodes } from './key-codes.ts';
import { stageNames } from './stages.ts';
import { warningCodes } from './warnings.ts';

const taskStatuses = ['queued', 'running', 'done', 'failed', 'cancelled'] as const;
export type TaskStatus = (typeof taskStatuses)[number];

const resultFileSchema = z.object({
  name: z.string(),
  path: z.string(),
  size: z.number().int(),
  contentType: z.string(),
  width: z.number().int().optional(),
  height: z.number().int().optional(),
  durationSeconds: z.number().optional(),
  /**
   * Shows the file: a picture; of a sound the sound itself; of a locked clip or sound its first seconds. Empty if there is nothing to show, as for
   * subtitles.
   */
  previewUrl: z.string(),
  url: z.string().nullable(),
  locked: z.boolean(),
});

const segmentsSchema = z.array(z.object({ start: z.number(), end: z.number(), text: z.string() }));

const resultSchema = z.object({
  files: z.array(resultFileSchema),
  text: z.string().optional(),
  segments: segmentsSchema.optional(),
  boxes: z
    .array(
      z.object({
        x: z.number(),
        y: z.number(),
        w: z.number(),
        h: z.number(),
        score: z.number(),
        text: z.string().optional(),
        kind: z.string().optional(),
        page: z.number().int().optional(),
      }),
    )
    .optional(),
  meta: z
    .looseObject({
      /** Any string is valid too: a result may have been stored by another version. */
      warnings: z
        .array(z.union([z.enum(warningCodes), z.string()]))
        .readonly()
        .optional(),
    })
    .optional(),
});

export const chargeSchema = z.object({
  kind: z.enum(['none', 'use', 'coins']),
  amount: z.number().int(),
  state: z.enum(['none', 'held', 'settled', 'released']),
});

export const taskSchema = z.object({
  taskId: z.string(),
  batchId: z.string().nullable(),
  keyCode: z.enum(keyCodes),
  tool: z.string(),
  status: z.enum(taskStatuses),
  progress: z.number().min(0).max(100),
  stage: z.enum(stageNames),
  etaSeconds: z.number().nullable(),
  queuePosition: z.number().int().nullable(),
  /** While queued: the operator has paused its lane. It keeps its place, and when it goes on is unknown. */
  isPaused: z.literal(true).optional(),
  result: resultSchema.nullable(),
  /** While running: the last segments of the text recognised so far. */
  partial: z.object({ segments: segmentsSchema }).optional(),
  /**
   * While running, of a task that was asked for by itself: the unfinished picture as the `data:` URL of a small JPEG. An event stream has it once: it counts
   * until there is another one, or until the task no longer runs.
   */
  preview: z.string().optional(),
  error: z.object({ error: z.string(), msg: z.string() }).nullable(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  charge: chargeSchema,
  /** Of a pipeline's task: the step that it waits for, is at, or ended with, from 0, and how many there are. `tool` and `keyCode` are those of the step. */
  step: z.object({ index: z.number().int(), of: z.number().int() }).optional(),
});
export type Task = z.infer<typeof taskSchema>;
