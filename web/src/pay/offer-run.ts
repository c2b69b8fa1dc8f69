// A run that was refused for money is offered, and started once it is paid.

import { neverStopped } from '@pixwright/client/attempt.ts';
import { CallError } from '../failures/call-error.ts';
import { type Afterwards, offerPayment } from '../shopping.ts';
import { askPrice } from '../tasks/calls.ts';
import { inCoins } from './unlock.ts';

/** Returns the price of a call in coins; null if the server does not answer. */
async function findCoins(path: string, body: Readonly<Record<string, unknown>>): Promise<number | null> {
  try {
    return inCoins((await askPrice(path, body, neverStopped)).charge);
  } catch (error) {
    if (error instanceof CallError) return null;
    throw error;
  }
}

export async function offerRun(
  path: string,
  body: Readonly<Record<string, unknown>>,
  reason: string,
  { label, run }: Pick<Afterwards, 'label' | 'run'>,
): Promise<void> {
  offerPayment({ coins: await findCoins(path, body), reason }, { label, isRun: true, run });
}
