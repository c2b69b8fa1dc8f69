// The rules of saved pipelines: an account has some by name, and only steps that could run are saved.
import { AppError } from 'contract/errors.ts';
import type { savePipeline as route, SavedPipeline } from 'contract/routes/pipelines.ts';
import type { z } from 'zod';
import type { Querier } from '../adapters/postgres.ts';
import type { Parts } from '../parts.ts';
import { readSteps } from '../tasks/pipelines/read-steps.ts';
import { deleteSaved, insertSaved, listSaved, lockPipelinesOf, type SavedRow, updateSaved } from './store.ts';

const maxSaved = 100;

export type PipelineNeeds = Pick<Parts, 'database' | 'now' | 'config' | 'disk'> & {
  /** Locks an account until the transaction ends; false if it is deleted or frozen. Provided by accounts. */
  readonly holdAccount: (db: Querier, accountId: string) => Promise<boolean>;
};

const present = ({ id, name, steps, created_at, updated_at }: SavedRow): SavedPipeline => ({
  id,
  name,
  steps: steps.map(step => ({ ...step })),
  createdAt: created_at.toISOString(),
  updatedAt: updated_at.toISOString(),
});

export const pipelinesOf = async ({ database }: PipelineNeeds, accountId: string): Promise<SavedPipeline[]> =>
  (await listSaved(database, accountId)).map(present);

/**
 * Saves a pipeline in place of the one with its id, or without an id in place of the one with its name. Throws PIPELINE_NOT_FOUND,
 * PIPELINE_NAME_TAKEN, PIPELINES_TOO_MANY, and what `readSteps` throws.
 */
export async function savePipeline(
  { database, now, config, disk, holdAccount }: PipelineNeeds,
  accountId: string,
  { id, name, steps }: z.output<typeof route.body>,
): Promise<SavedPipeline> {
  readSteps(steps, config);
  await disk.requireRoom('database');
  return database.transaction().execute(async trx => {
    if (!(await holdAccount(trx, accountId))) throw new AppError('ACCOUNT_GONE');
    await lockPipelinesOf(trx, accountId);
    const saved = await listSaved(trx, accountId);
    const sameName = saved.find(row => row.name === name);
    const replaced = id === undefined ? sameName : saved.find(row => row.id === id);
    if (id !== undefined && !replaced) throw new AppError('PIPELINE_NOT_FOUND');
    if (sameName && sameName.id !== replaced?.id) throw new AppError('PIPELINE_NAME_TAKEN');
    if (replaced) return present(await updateSaved(trx, { id: replaced.id, name, steps, now: now() }));
    if (saved.length >= maxSaved) throw new AppError('PIPELINES_TOO_MANY', { most: maxSaved });
    return present(await insertSaved(trx, { accountId, name, steps, now: now() }));
  });
}

/** Throws PIPELINE_NOT_FOUND. */
export async function deletePipeline({ database }: PipelineNeeds, accountId: string, id: string): Promise<void> {
  if (!(await deleteSaved(database, accountId, id))) throw new AppError('PIPELINE_NOT_FOUND');
}
