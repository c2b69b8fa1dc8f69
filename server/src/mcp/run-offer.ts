// One call of a tool: checked, priced and agreed to, started, followed to its end, and paid.
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { AppError } from 'contract/errors.ts';
import * as routes from 'contract/routes/tasks.ts';
import type { Task } from 'contract/task.ts';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { SchemaMismatch } from '../http/errors.ts';
import { requireToolScope } from '../http/owner.ts';
import type { TaskService } from '../tasks/batches/batches.ts';
import type { CallEntry } from '../tasks/catalogue.ts';
import type { Audience } from '../tasks/present.ts';
import { bodyOfCall } from '../tasks/tool-body.ts';
import { answerData, answerTask, nameOfPrice } from './answers.ts';
import { type AskUser, requireConsent } from './consent.ts';
import { followTask } from './follow.ts';
import { consentField } from './offers.ts';
import type { OwnCalls } from './own-calls.ts';

export type Quote = z.output<typeof routes.quoteTask.data>;

/** What a tool knows of the request that calls it. */
export interface Caller {
  readonly service: TaskService;
  readonly request: FastifyRequest;
  readonly owner: string;
  readonly audience: Audience;
  readonly calls: OwnCalls;
  readonly ask: AskUser;
  readonly signal: AbortSignal;
  readonly tellProgress: (percent: number) => Promise<void>;
}

type Arguments = Readonly<Record<string, unknown>>;

const readAgreed = (sent: Arguments): string | undefined =>
  typeof sent[consentField] === 'string' ? sent[consentField].trim() : undefined;

export const pathOfTask = (path: string, taskId: string): string => path.replace(':taskId', encodeURIComponent(taskId));

/** Pays for a result that is locked, for exactly the price that was agreed to, and reads the task again. */
async function unlock({ calls, owner, audience, service, signal }: Caller, task: Task): Promise<Task> {
  await calls.post(pathOfTask(routes.downloadTask.path, task.taskId), { all: true });
  const tellProgress = async () => undefined;
  return followTask(service, { taskId: task.taskId, owner, audience, signal, tellProgress });
}

const isLocked = ({ result }: Task) => result?.files.some(({ locked }) => locked) ?? false;

export async function runOffer(caller: Caller, entry: CallEntry, sent: Arguments): Promise<CallToolResult> {
  const { service, calls, owner, audience, ask, signal, tellProgress } = caller;
  const { language } = audience;
  const { [consentField]: _, ...payload } = sent;
  requireToolScope(caller.request, entry.tool.name);
  const parsed = bodyOfCall(entry.call).safeParse(payload, { reportInput: true });
  if (!parsed.success) throw new SchemaMismatch(parsed.error);
  let agreed = readAgreed(sent) ?? null;
  if (service.parts.config.membership) {
    const quote = await calls.post<Quote>(routes.quoteTask.path, { tool: entry.call.path, payload });
    if (!quote.allowed) return { ...answerData(quote.reason ?? '', quote), isError: true };
    const price = nameOfPrice(quote.charge);
    const refusal = await requireConsent({ price, agreed: agreed ?? undefined, ask, language });
    if (refusal) return refusal;
    agreed = price;
  }
  const { taskId, charge } = await calls.post<Task>(entry.call.path, { ...payload, wait: 0 });
  // The price may have changed since the quote, for instance because another run used up the last free one.
  if (charge.state === 'held' && nameOfPrice(charge) !== agreed) {
    await calls.post(pathOfTask(routes.cancelTask.path, taskId));
    const refusal = await requireConsent({ price: nameOfPrice(charge), agreed: agreed ?? '0', ask, language });
    if (refusal) return refusal;
  }
  const task = await followTask(service, { taskId, owner, audience, signal, tellProgress });
  // Once the client has left, the answer with the paid links would be lost.
  const isToBePaid = task.status === 'done' && isLocked(task) && task.charge.state === 'held' && !signal.aborted;
  if (isToBePaid && nameOfPrice(task.charge) === agreed) return answerTask(await unlock(caller, task), language);
  return answerTask(task, language);
}

/** The files of a task that has ended, paid for if its result is locked. */
export async function downloadResult(caller: Caller, taskId: string, agreed: string | undefined) {
  const { service, owner, audience, signal, ask } = caller;
  const { language } = audience;
  const tellProgress = async () => undefined;
  const task = await followTask(service, { taskId, owner, audience, signal, tellProgress });
  if (task.status !== 'done' || !isLocked(task)) return answerTask(task, language);
  requireToolScope(caller.request, task.tool);
  // Nothing is held, so paying would decide anew between uses and coins, and not by the price that the user sees here.
  if (task.charge.state !== 'held') throw new AppError('RESULT_LOCKED');
  const refusal = await requireConsent({ price: nameOfPrice(task.charge), agreed, ask, language });
  return refusal ?? answerTask(await unlock(caller, task), language);
}
