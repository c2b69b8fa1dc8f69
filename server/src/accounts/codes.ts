// Verification codes: sent to a number, valid for minutes, for a few tries and one use. No rule in this file knows whether an account
// exists.
import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { AppError } from 'contract/errors.ts';
import { codeIntervalSeconds, codeLifeSeconds } from 'contract/routes/accounts.ts';
import type { Language } from 'contract/words.ts';
import type { Querier } from '../adapters/postgres.ts';
import { countTry, hideWho, type Limit } from '../limits/limits.ts';
import type { Parts } from '../parts.ts';
import { countCodeTry, removeCode, replaceCode } from './code-store.ts';
import { takeBackTry } from './delay-store.ts';

/** For the address that requested the code, and again for all others together: a stranger's guesses must not use up the owner's tries. */
const maxTries = 5;
const hourSeconds = 3600;
const daySeconds = 24 * hourSeconds;
const maxPerDay = 10;
const maxPerAddressAndHour = 30;
/** Limit for all numbers together: bounds the cost if an attacker evades every other limit. */
const maxPerHour = 3000;

/** Counted in this order and before the code is locked, so that no two requests wait for each other. */
const limitsOf = (secret: Buffer, mobile: string, address: string) =>
  ({
    minute: { key: `sms-minute ${hideWho(secret, mobile)}`, max: 1, perSeconds: codeIntervalSeconds },
    day: { key: `sms-day ${hideWho(secret, mobile)}`, max: maxPerDay, perSeconds: daySeconds },
    address: { key: `sms-from ${hideWho(secret, address)}`, max: maxPerAddressAndHour, perSeconds: hourSeconds },
    all: { key: 'sms-all', max: maxPerHour, perSeconds: hourSeconds },
  }) satisfies Record<string, Limit>;

const hashCode = (secret: Buffer, mobile: string, code: string) =>
  createHmac('sha256', secret).update(`sms code\n${mobile}\n${code}`).digest();

/**
 * Sends a new code, which replaces the last one. The row is inserted before the message is sent; if sending fails the number's tries are
 * given back, but not those of the address or of all numbers together. Throws RATE_LIMITED or SMS_FAILED.
 */
export async function sendCode(
  parts: Pick<Parts, 'database' | 'sms' | 'secret' | 'now'>,
  { mobile, address, language }: { mobile: string; address: string; language: Language },
): Promise<void> {
  const now = parts.now();
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const codeHash = hashCode(parts.secret, mobile, code);
  const limits = limitsOf(parts.secret, mobile, address);
  // One transaction: a try that one limit refuses does not count against the others.
  await parts.database.transaction().execute(async trx => {
    for (const limit of Object.values(limits)) await countTry(trx, limit, now);
    const expiresAt = new Date(now.getTime() + codeLifeSeconds * 1000);
    await replaceCode(trx, { mobile, codeHash, address: hideWho(parts.secret, address), now, expiresAt });
  });
  try {
    await parts.sms.send({ mobile, code, minutes: codeLifeSeconds / 60, language });
  } catch (error) {
    await parts.database.transaction().execute(async trx => {
      for (const { key } of [limits.minute, limits.day]) await takeBackTry(trx, key);
      await removeCode(trx, mobile, codeHash);
    });
    throw error;
  }
}

/** A code that was just compared and is correct. The action that follows uses it up, or leaves it valid if that action is refused. */
export interface CodeProof {
  readonly mobile: string;
  readonly codeHash: Buffer;
}

/** Compares a code and uses up one of its tries. Throws CODE_WRONG. */
export async function checkCode(
  parts: Pick<Parts, 'database' | 'secret' | 'now'>,
  { mobile, code, address }: { mobile: string; code: string; address: string },
): Promise<CodeProof> {
  const asked = { mobile, address: hideWho(parts.secret, address), now: parts.now(), max: maxTries };
  const wanted = await countCodeTry(parts.database, asked);
  const codeHash = hashCode(parts.secret, mobile, code);
  if (!wanted || !timingSafeEqual(wanted, codeHash)) throw new AppError('CODE_WRONG');
  return { mobile, codeHash };
}

/** Throws CODE_WRONG if another call used the code first. */
export async function useUpCode(db: Querier, proof: CodeProof): Promise<void> {
  if (!(await removeCode(db, proof.mobile, proof.codeHash))) throw new AppError('CODE_WRONG');
}
