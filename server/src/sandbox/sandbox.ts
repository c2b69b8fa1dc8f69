// The sandbox: reads what was not sent, and plays the phone that scans a QR code.
import { randomBytes } from 'node:crypto';
import { AppError } from 'contract/errors.ts';
import type { Sandbox } from 'contract/routes/sandbox.ts';
import { qrLifeSeconds } from 'contract/routes/wechat.ts';
import { makeSandboxCode, sandboxIdentity, sandboxOpenId, sandboxPrefix } from '../adapters/wechat-sandbox.ts';
import type { Config } from '../config.ts';
import type { Parts } from '../parts.ts';
import { listPeople, listScenes } from '../wechat/store.ts';
import { confirmScan } from '../wechat/wechat.ts';
import { listSms } from './store.ts';

/** What whoever plays says of themselves. */
interface Persona {
  readonly openId?: string | undefined;
  readonly nickName?: string | undefined;
}

const mostSms = 50;
const mostScenes = 20;
const mostPeople = 20;

const playsWechat = ({ config }: Parts) => config.wechat.kind === 'sandbox';
const playsSms = ({ config }: Parts) => config.sms.kind === 'sandbox';

/** Whether anything of this server is played instead of done. */
export const isSandboxOn = ({ sms, wechat }: Pick<Config, 'sms' | 'wechat'>): boolean =>
  sms.kind === 'sandbox' || wechat.kind === 'sandbox';

/** For whoever starts the server: a product that sends nothing must not look as if it did. */
export function describeSandbox({ sms, wechat }: Pick<Config, 'sms' | 'wechat'>, address: string): string {
  const played = [...(sms.kind === 'sandbox' ? ['SMS'] : []), ...(wechat.kind === 'sandbox' ? ['WeChat'] : [])];
  return `Sandbox: ${played.join(' and ')} reach nobody; codes and QR codes are at ${address}/sandbox, for everybody to see.`;
}

export async function readSandbox(parts: Parts): Promise<Sandbox> {
  const { database, now } = parts;
  const [messages, scenes, people] = await Promise.all([
    playsSms(parts) ? listSms(database, mostSms) : [],
    playsWechat(parts) ? listScenes(database, now(), mostScenes) : [],
    playsWechat(parts) ? listPeople(database, sandboxPrefix, mostPeople) : [],
  ]);
  return {
    plays: { sms: playsSms(parts), wechat: playsWechat(parts) },
    sms: messages.map(message => ({ ...message, createdAt: message.createdAt.toISOString() })),
    wechat: scenes.map(({ scene, expiresAt }) => ({
      scene,
      createdAt: new Date(expiresAt.getTime() - qrLifeSeconds * 1000).toISOString(),
      expiresAt: expiresAt.toISOString(),
    })),
    people: people.map(({ personId, nickName, isBound }) => ({
      openId: sandboxOpenId(personId),
      nickName,
      isKnown: isBound,
    })),
  };
}

/** Somebody new has an id that nobody had before. NOT_FOUND where WeChat is real. */
function completePersona(parts: Parts, { openId, nickName }: Persona) {
  if (!playsWechat(parts)) throw new AppError('NOT_FOUND');
  return { openId: openId ?? `new-${randomBytes(8).toString('hex')}`, nickName: nickName ?? null };
}

/** LOGIN_KEY_EXPIRED when no QR code waits any more. */
export async function scanAs(parts: Parts, scene: string, wanted: Persona): Promise<{ openId: string }> {
  const persona = completePersona(parts, wanted);
  const isHeard = await confirmScan(parts, scene, async () => sandboxIdentity(persona));
  if (!isHeard) throw new AppError('LOGIN_KEY_EXPIRED');
  return { openId: persona.openId };
}

export const authorizeAs = (parts: Parts, wanted: Persona): { code: string } => ({
  code: makeSandboxCode(completePersona(parts, wanted), parts.secret, parts.now()),
});
