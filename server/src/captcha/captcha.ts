// The rules of captchas: a challenge is answered once, within two minutes; a solved one is valid for one call, within three minutes.
import { randomBytes } from 'node:crypto';
import { AppError } from 'contract/errors.ts';
import { type CaptchaChallenge, type CaptchaCode, type CaptchaType, captchaCodes } from 'contract/routes/captcha.ts';
import type { Language } from 'contract/words.ts';
import type { CaptchaDrawer } from 'engines/captcha/drawer.ts';
import type { DrawnCaptcha, DrawOrder } from 'engines/captcha/thread-messages.ts';
import { openTurnstile } from '../limits/turnstile.ts';
import type { Parts } from '../parts.ts';
import {
  type Asker,
  countMachine,
  countPass,
  countWrong,
  isSuspect,
  refuseCall,
  waitForLock,
  waitForPass,
} from './allowances.ts';
import { judgeAnswer, type Track } from './judge.ts';
import { makeSecretKey, seal, unseal } from './seal.ts';
import { keepChallenge, keepPass, takeChallenge, takePass } from './store.ts';

const challengeLifeMs = 2 * 60_000;
const passLifeMs = 3 * 60_000;

/** A refusal in AJ-Captcha's own codes. */
export class CaptchaRefusal extends Error {
  readonly repCode: CaptchaCode;
  /** Until another call is answered; 0 where no wait is needed. */
  readonly waitSeconds: number;
  /** The address has solved too many, perhaps for others who share it. */
  readonly isOfNetwork: boolean;

  constructor(repCode: CaptchaCode, { waitSeconds = 0, isOfNetwork = false } = {}) {
    super(`captcha ${repCode}`);
    this.repCode = repCode;
    this.waitSeconds = waitSeconds;
    this.isOfNetwork = isOfNetwork;
  }
}

async function passAllowances(parts: Parts, call: 'get' | 'check', asker: Asker): Promise<void> {
  const refused = await refuseCall(parts.forgetful, call, asker, parts.now());
  if (refused) throw new CaptchaRefusal(refused.repCode, refused);
}

/** Draws for a sender. */
export type DrawInTurn = (sender: string, order: DrawOrder) => Promise<DrawnCaptcha>;

/** Two orders keep the drawing thread busy. The last of 40 waits some seconds. */
const ahead = { width: 2, max: 40 };

/** Senders take turns, so that a flood of orders from some addresses leaves captchas to the others. Throws `failed` if too many wait. */
export function drawInTurn(drawer: CaptchaDrawer): DrawInTurn {
  const turnstile = openTurnstile(ahead);
  return async (sender, order) => {
    try {
      return await turnstile.pass(sender, () => drawer.draw(order));
    } catch (error) {
      if (error instanceof AppError) throw new CaptchaRefusal(captchaCodes.failed);
      throw error;
    }
  };
}

export async function makeChallenge(
  parts: Parts,
  draw: DrawInTurn,
  order: { kind: CaptchaType; language: Language; asker: Asker },
): Promise<CaptchaChallenge> {
  const { kind, language, asker } = order;
  await passAllowances(parts, 'get', asker);
  // Checked before the picture is drawn, to save the work.
  const waitSeconds = await waitForPass(parts.forgetful, asker, parts.now());
  if (waitSeconds > 0) throw new CaptchaRefusal(captchaCodes.tooManyGets, { waitSeconds, isOfNetwork: true });
  const wasSuspect = await isSuspect(parts.forgetful, asker, parts.now());
  const drawn = await draw(asker.address, { kind, language, isSuspect: wasSuspect });
  const token = randomBytes(16).toString('hex');
  const secretKey = makeSecretKey();
  const createdAt = parts.now();
  const expiresAt = new Date(createdAt.getTime() + challengeLifeMs);
  const { client, sendsTrack } = asker;
  const { answer } = drawn;
  await keepChallenge(parts.forgetful, { token, kind, secretKey, answer, client, sendsTrack, createdAt, expiresAt });
  const { originalImageBase64, jigsawImageBase64, wordList } = drawn;
  const challenge = { captchaType: kind, token, secretKey, originalImageBase64, jigsawImageBase64, wordList };
  return drawn.hasFigures && sendsTrack ? { ...challenge, hasFigures: true } : challenge;
}

export interface Answer {
  readonly captchaType: CaptchaType;
  readonly token: string;
  readonly pointJson: string;
  readonly track?: Track | undefined;
}

async function spendPass(parts: Parts, asker: Asker, now: Date): Promise<void> {
  try {
    await countPass(parts.forgetful, asker, now);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const waitSeconds = await waitForPass(parts.forgetful, asker, now);
    throw new CaptchaRefusal(captchaCodes.tooManyChecks, { waitSeconds, isOfNetwork: true });
  }
}

/** Uses up the challenge and stores a pass if the answer is correct. Throws a CaptchaRefusal otherwise. */
export async function checkAnswer(parts: Parts, answer: Answer, asker: Asker): Promise<void> {
  await passAllowances(parts, 'check', asker);
  const now = parts.now();
  const challenge = await takeChallenge(parts.database, answer.token);
  if (!challenge || challenge.expiresAt <= now) throw new CaptchaRefusal(captchaCodes.expired);
  // The page does not repeat its id, and a bot would send another one: the answer counts for the client that received the challenge.
  const { client, sendsTrack } = challenge;
  const waitSeconds = await waitForLock(parts.forgetful, client, now);
  if (waitSeconds > 0) throw new CaptchaRefusal(captchaCodes.locked, { waitSeconds });
  const json = unseal(answer.pointJson, challenge.secretKey);
  const isOfKind = json !== undefined && challenge.kind === answer.captchaType;
  const verdict = isOfKind ? judgeAnswer(challenge, { json, track: answer.track }, now) : 'wrong';
  const answerer = { ...asker, client, sendsTrack };
  if (verdict !== 'right') {
    await (verdict === 'wrong' ? countWrong : countMachine)(parts.forgetful, answerer, now);
    throw new CaptchaRefusal(captchaCodes.wrong);
  }
  await spendPass(parts, answerer, now);
  // AJ-Captcha's page puts the bare point into the verification; clients written after its check call use their `pointJson`.
  const [bare, sealed] = [json, answer.pointJson].map(point =>
    seal(`${challenge.token}---${point}`, challenge.secretKey),
  );
  await keepPass(parts.database, bare!, new Date(now.getTime() + passLifeMs), sealed);
}

/** Uses up a solved captcha. Throws CAPTCHA_MISSING if there is none, or if it was used or is too old. */
export async function takeCaptchaPass(parts: Parts, captchaVerification: string | undefined): Promise<void> {
  const isGood = captchaVerification && (await takePass(parts.database, captchaVerification, parts.now()));
  if (!isGood) throw new AppError('CAPTCHA_MISSING', { field: 'captchaVO.captchaVerification' });
}
