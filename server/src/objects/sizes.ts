// How large a conversion of a clip becomes: measured on the clip with the wanted options, and remembered by this server for a while.
import type { ConvertOptions } from 'contract/clip/convert-options.ts';
import { expectBytes, isSizeMeasured } from 'contract/clip/expect-bytes.ts';
import { requirePlan } from 'contract/clip/require-plan.ts';
import { requireSpan } from 'contract/clip/require-span.ts';
import { AppError } from 'contract/errors.ts';
import type { Output } from 'contract/run.ts';
import { z } from 'zod';
import type { Parts } from '../parts.ts';
import { factsOf, look } from './facts.ts';
import { findFailure, noteFailure, noteRefusal, requireNotRefused } from './failures.ts';
import { requireArrived } from './objects.ts';
import { SharedWork } from './shared-work.ts';

/** Measures under way on this server: concurrent requests for the same clip and options share one. */
const measuring = new SharedWork<number>();

/** Sizes by clip and options, those asked for last at the end: people go back and forth between options. */
const measured = new Map<string, number>();
const maxMeasured = 2000;

function remember(name: string, bytes: number): void {
  measured.delete(name);
  measured.set(name, bytes);
  const [oldest] = measured.keys();
  if (measured.size > maxMeasured && oldest !== undefined) measured.delete(oldest);
}

/** Made by a child process, so it is validated like anything from outside. */
const metaSchema = z.object({ bytes: z.number().nonnegative() });

async function measure(parts: Parts, key: string, wish: ConvertOptions, signal: AbortSignal): Promise<number> {
  const clip = await requireArrived(parts, key);
  const facts = await factsOf(parts, key, signal);
  if (!facts) throw new AppError('UPLOAD_NOT_FOUND');
  const plan = requirePlan(facts, wish);
  if (!isSizeMeasured(wish, plan)) return expectBytes(facts, wish, plan);
  const failure = findFailure(parts, clip, 'size');
  if (failure) throw failure;
  const read = ({ meta }: Output) => metaSchema.parse(meta).bytes;
  try {
    return await look(
      parts,
      parts.clipPool,
      clip,
      facts.type,
      { call: 'size', options: { facts, wish } },
      read,
      signal,
    );
  } catch (error) {
    if (!signal.aborted) await noteFailure(parts, key, 'size', error);
    noteRefusal(key, 'size', error);
    throw error;
  }
}

async function measureAndRemember(parts: Parts, name: string, key: string, wish: ConvertOptions, signal: AbortSignal) {
  requireNotRefused(key, 'size');
  const bytes = Math.round(await measure(parts, key, wish, signal));
  remember(name, bytes);
  return bytes;
}

/**
 * The expected size of a conversion, in bytes. Throws what a view and what the conversion itself would be refused with. When all requests for it have
 * been abandoned, it is not measured any further.
 */
export async function expectSize(
  parts: Parts,
  key: string,
  wish: ConvertOptions,
  signal?: AbortSignal,
): Promise<number> {
  requireSpan({ options: wish });
  const name = `${key} ${JSON.stringify(wish)}`;
  const known = measured.get(name);
  if (known === undefined)
    return measuring.join(name, shared => measureAndRemember(parts, name, key, wish, shared), signal);
  // Its file may have been deleted meanwhile.
  await requireArrived(parts, key);
  remember(name, known);
  return known;
}
