// Reads the steps of a pipeline as clients send them: each call by its path, its payload by the schema of its tool, and whether each step can work on
// what the one before it makes.
import { AppError } from 'contract/errors.ts';
import { type MediaName, media } from 'contract/media.ts';
import type { PipelineStep } from 'contract/routes/pipelines.ts';
import { mainInputOf } from 'contract/steps.ts';
import type { InputFileRule } from 'contract/tool.ts';
import { z } from 'zod';
import type { Config } from '../../config.ts';
import { SchemaMismatch } from '../../http/errors.ts';
import { type CallEntry, callEntries, enginesOf } from '../catalogue.ts';
import type { NamedFiles } from '../inputs.ts';
import { bodyOfCall, pickFiles, pickOptions } from '../tool-body.ts';

export interface ReadStep {
  readonly entry: CallEntry;
  /** The input that the pipeline fills in. */
  readonly main: InputFileRule;
  readonly options: Record<string, unknown>;
  /** What it names beside that. */
  readonly files: NamedFiles;
}

/** All steps together, since they are stored with each task. */
const maxBytes = 32 * 1024;
/** Takes the place of the main input, whose name no schema judges. */
const placeholder = 'input';
const steppable = callEntries.filter(({ call }) => call.gives !== undefined && mainInputOf(call) !== undefined);

function findStep(path: string, index: number): { entry: CallEntry; main: InputFileRule } {
  const entry = callEntries.find(({ call }) => call.path === path);
  if (!entry) {
    const error = steppable.map(({ call }) => call.path).join(' | ');
    throw new AppError('BAD_REQUEST', { issues: [{ path: `steps.${index}.path`, error }] });
  }
  const main = mainInputOf(entry.call);
  if (!main || entry.call.gives === undefined) throw new AppError('STEP_UNFIT', { step: index + 1, index });
  return { entry, main };
}

/** Adds the step to a refusal of its payload. */
function ofStep(index: number, error: unknown): unknown {
  if (error instanceof SchemaMismatch)
    return new SchemaMismatch(
      new z.ZodError(
        error.issues.map(issue => ({
          ...issue,
          path: ['steps', index, 'payload', ...issue.path],
        })) as z.core.$ZodIssue[],
      ),
    );
  return error instanceof AppError ? new AppError(error.code, { ...error.details, step: index + 1, index }) : error;
}

function readStep({ path, payload }: PipelineStep, index: number, config: Config): ReadStep {
  const { entry, main } = findStep(path, index);
  const { call } = entry;
  try {
    const parsed = bodyOfCall(call).safeParse({ ...payload, [main.field]: placeholder }, { reportInput: true });
    if (!parsed.success) throw new SchemaMismatch(parsed.error);
    const values = parsed.data as Record<string, unknown>;
    const options = pickOptions(call, values);
    const { [main.field]: own, ...files } = pickFiles(call, values);
    call.refuse?.({ options, files: { ...files, [main.field]: own } }, enginesOf(config));
    return { entry, main, options, files };
  } catch (error) {
    throw ofStep(index, error);
  }
}

const givenBy = ({ entry: { call }, options }: ReadStep): readonly MediaName[] =>
  typeof call.gives === 'function' ? call.gives(options) : (call.gives ?? []);

/** Throws STEP_MISFIT if a step can never work on what the one before it makes; which file it is, is known only when it is made. */
function requireFitting(steps: readonly ReadStep[]): void {
  for (const [index, step] of steps.entries()) {
    const before = steps[index - 1];
    if (!before) continue;
    const given = givenBy(before);
    if (given.some(type => step.main.accept.includes(type))) continue;
    const gives = given.map(type => media[type].extensions[0]?.toUpperCase()).join(', ') || '–';
    throw new AppError('STEP_MISFIT', { step: index + 1, before: index, index, gives });
  }
}

/** Throws BAD_REQUEST, BODY_TOO_LARGE, STEP_UNFIT, STEP_MISFIT, and the refusals of the steps' own calls. */
export function readSteps(sent: readonly PipelineStep[], config: Config): ReadStep[] {
  if (Buffer.byteLength(JSON.stringify(sent)) > maxBytes) throw new AppError('BODY_TOO_LARGE');
  const steps = sent.map((step, index) => readStep(step, index, config));
  requireFitting(steps);
  return steps;
}
