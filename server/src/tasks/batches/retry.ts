// Retries the failed tasks of a batch. Their charges are held again, for as many tasks as the owner can pay.
import { AppError } from 'contract/errors.ts';
import type { Cost, Lane } from 'contract/tool.ts';
import { sendNotice } from '../../adapters/notices.ts';
import type { Querier } from '../../adapters/postgres.ts';
import { traceToKeep } from '../../adapters/trace.ts';
import { requireRoomForResults } from '../../objects/quota.ts';
import { useObjects } from '../../objects/use-queries.ts';
import type { Parts } from '../../parts.ts';
import { releaseHeld } from '../../points/charges.ts';
import { admitTasks, oneByOne, type Sender, type Turn } from '../admission.ts';
import { askedServers, findCall, laneOf } from '../catalogue.ts';
import { chargeAnew } from '../priced-run.ts';
import { isShortTask } from '../queue-store.ts';
import {
  type ChargedRow,
  changeLane,
  findFailed,
  findRetried,
  lockFailed,
  restartFailed,
  setErrors,
} from '../retry-store.ts';
import { sumCosts, toolsOf, uploadKeys } from '../steps.ts';
import { inSavepoint, type TaskRow } from '../store.ts';
import { expiryFrom } from '../tasks.ts';
import { giveTurns } from '../turn-store.ts';

/** The price at which a task was charged before. */
function costOf({ charge_kind: kind, charge_amount: amount, tool, call, options, steps }: ChargedRow): Cost {
  if (steps) return sumCosts(steps.map(step => step.cost));
  if (kind === 'none') return { kind };
  const cost = findCall(tool, call)?.call.cost;
  const found = typeof cost === 'function' ? cost({ options, facts: {} }) : cost;
  return { kind, amount, ...(found && 'isFreeToSee' in found && found.isFreeToSee && { isFreeToSee: true }) };
}

/**
 * Charges failed tasks again, one after the other while the owner can pay. The others get the reason as their error; if none can be paid,
 * the first refusal is thrown. Returns the ids of the paid tasks.
 */
async function chargeWhatCanBePaid(
  db: Querier,
  parts: Parts,
  failed: readonly ChargedRow[],
  { expiresAt, keyId }: { readonly expiresAt: Date; readonly keyId: string | null },
): Promise<string[]> {
  const paid: string[] = [];
  const refused = new Map<string, { refusal: AppError; ids: string[] }>();
  for (const row of failed) {
    try {
      await inSavepoint(db, async () => {
        // What a pipeline still holds for the steps that were done.
        if (row.charge_state === 'held') await releaseHeld(db, row.id);
        const anew = { ...row, key_id: keyId, expires_at: expiresAt };
        await chargeAnew(db, parts, anew, { cost: costOf(row), trial: null });
      });
      paid.push(row.id);
    } catch (refusal) {
      if (!(refusal instanceof AppError)) throw refusal;
      const name = JSON.stringify([refusal.code, refusal.details]);
      const same = refused.get(name) ?? { refusal, ids: [] };
      same.ids.push(row.id);
      refused.set(name, same);
    }
  }
  const [first] = refused.values();
  if (first && paid.length === 0) throw first.refusal;
  for (const { refusal, ids } of refused.values())
    await setErrors(db, ids, { error: refusal.code, details: refusal.details });
  return paid;
}

interface Return {
  readonly lane: Lane;
  /** Whether it is short there: short tasks have turns of their own. */
  readonly is_short: boolean;
  /** The field whose input is made again, because the last one made the run fail. */
  readonly without: string | null;
}

/**
 * The lane in which a failed task now waits: the operator may have configured a server since, or the drawing server's result was not a
 * picture.
 */
function findReturn(
  { config }: Pick<Parts, 'config'>,
  failed: Pick<TaskRow, 'tool' | 'call' | 'lane' | 'is_short' | 'expected_ms' | 'options' | 'inputs' | 'error'>,
): Return {
  const call = findCall(failed.tool, failed.call)?.call;
  if (!call) return { lane: failed.lane, is_short: failed.is_short, without: null };
  const without = (failed.error?.error === 'DRAW_FAILED' && call.drawnFirst?.field) || null;
  const inputs = failed.inputs.filter(({ field }) => field !== without);
  const lane = laneOf(call, { options: failed.options, inputs, servers: askedServers(config) });
  return { lane, is_short: isShortTask({ lane, expected_ms: failed.expected_ms }), without };
}

/** Tasks of one line take turns with each other: those of a lane, the short ones apart from the others. */
const lineOf = ({ lane, is_short: isShort }: Pick<TaskRow, 'lane' | 'is_short'>): string =>
  isShort ? `${lane} short` : lane;

/**
 * Queues the failed tasks of a batch again, and keeps them as long as new tasks; the other tasks stay unchanged. The limits for new tasks
 * apply. `requireTool` refuses a tool that the sender may not use. If the owner cannot pay for all, as many run as can be paid.
 * The same retry sent again, known by its idempotency key, runs nothing. Throws IDEMPOTENCY_CLASH if the key retried another batch.
 */
export async function retryFailed(
  parts: Parts,
  { batchId, idempotencyKey }: { readonly batchId: string; readonly idempotencyKey: string | null },
  sender: Sender,
  requireTool: (tool: string) => void = () => undefined,
): Promise<void> {
  const { owner } = sender;
  const retried = idempotencyKey === null ? undefined : await findRetried(parts.database, owner, idempotencyKey);
  if (retried === batchId) return;
  if (retried !== undefined) throw new AppError('IDEMPOTENCY_CLASH');
  const expiresAt = expiryFrom(parts);
  await requireRoomForResults(parts, sender);
  await oneByOne(sender, () =>
    parts.database.transaction().execute(async trx => {
      const turns = new Map<string, Turn>();
      let total = 0;
      const found = await findFailed(trx, batchId, owner);
      for (const tool of new Set(found.flatMap(toolsOf))) requireTool(tool);
      const returns = new Map(found.map(row => [row.id, { from: lineOf(row), to: findReturn(parts, row) }]));
      const lines = Map.groupBy(returns.values(), ({ to }) => lineOf(to));
      for (const line of [...lines.keys()].sort()) {
        const [{ to }, { length: count }] = [lines.get(line)![0]!, lines.get(line)!];
        total += count;
        turns.set(line, await admitTasks(trx, parts, sender, { lane: to.lane, isShort: to.is_short, count: total }));
      }
      // A task that failed after the count has no turn.
      const failed = (await lockFailed(trx, batchId, owner)).filter(({ id }) => returns.has(id));
      const anew = { expiresAt, keyId: sender.keyId ?? null, retryKey: idempotencyKey, trace: traceToKeep() };
      const rows = await restartFailed(trx, await chargeWhatCanBePaid(trx, parts, failed, anew), anew);
      const moved = rows.filter(
        ({ id }) => returns.get(id)!.to.without || lineOf(returns.get(id)!.to) !== returns.get(id)!.from,
      );
      for (const same of Map.groupBy(moved, ({ id }) => JSON.stringify(returns.get(id)!.to)).values())
        await changeLane(
          trx,
          same.map(({ id }) => id),
          returns.get(same[0]!.id)!.to,
        );
      for (const [line, turn] of turns) {
        const ids = rows.filter(row => lineOf(returns.get(row.id)!.to) === line).map(row => row.id);
        await giveTurns(trx, ids, turn);
        await sendNotice(trx, 'task-queued', { lane: lines.get(line)![0]!.to.lane, count: ids.length });
      }
      // A task whose upload was deleted fails again with that error; the others run.
      await useObjects(
        trx,
        rows.flatMap(row =>
          [...new Set([...uploadKeys(row.inputs), ...(row.step_files ?? [])])].map(key => ({ key, taskId: row.id })),
        ),
        expiresAt,
      );
    }),
  );
}
