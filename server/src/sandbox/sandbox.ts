// The sandbox: shows messages that were not sent, and simulates the phone that scans a QR code.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { AppError } from 'contract/errors.ts';
import type { Sandbox } from 'contract/routes/sandbox.ts';
import { qrLifeSeconds } from 'contract/routes/wechat.ts';
import { makeSandboxCode, sandboxIdentity, sandboxOpenId, sandboxPrefix } from '../adapters/wechat-sandbox.ts';
import type { Config } from '../config.ts';
import type { Parts } from '../parts.ts';
import { listPeople, listScenes } from '../wechat/sandbox-queries.ts';
import { confirmScan } from '../wechat/wechat.ts';
import { listSms } from './store.ts';

/** The person that the user of the simulated phone chose to be. */
interface Persona {
  readonly openId?: string | undefined;
  readonly nickName?: string | undefined;
}

type Played = Pick<Config, 'sms' | 'wechat' | 'payments' | 'membership'>;
type SandboxConfig = Played & Pick<Config, 'sandboxAudience'>;

const maxSms = 50;
const maxScenes = 20;
const maxPeople = 20;

const playsWechat = ({ config }: Parts) => config.wechat.kind === 'sandbox';
const playsSms = ({ config }: Parts) => config.sms.kind === 'sandbox';

/** Whether a cashier of the sandbox takes payments. */
export const playsPayments = ({ payments, membership }: Played): boolean => membership && payments.kind === 'sandbox';

/** Whether this server simulates SMS, WeChat or payment providers. */
export const isSandboxOn = (config: Played): boolean =>
  config.sms.kind === 'sandbox' || config.wechat.kind === 'sandbox' || playsPayments(config);

/** The key that opens the sandbox to other machines: the same on every server, and as long-lived as the signing key. */
export const sandboxKey = (secret: Buffer): string =>
  createHmac('sha256', secret).update('sandbox key').digest().subarray(0, 18).toString('base64url');

export function isSandboxKey(sent: string | string[] | undefined, secret: Buffer): boolean {
  const wanted = Buffer.from(sandboxKey(secret));
  const given = Buffer.from(typeof sent === 'string' ? sent : '');
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

/** The start message about an active sandbox. */
export function describeSandbox(config: SandboxConfig, address: string, secret: Buffer) {
  const { sms, wechat, sandboxAudience } = config;
  const played = [
    ...(sms.kind === 'sandbox' ? ['SMS'] : []),
    ...(wechat.kind === 'sandbox' ? ['WeChat'] : []),
    ...(playsPayments(config) ? ['payments'] : []),
  ];
  const [names, verb] = [new Intl.ListFormat('en-GB').format(played), played.length > 1 ? 'are' : 'is'];
  // The key is in the fragment, so that no request and no proxy's log ever contains it.
  return sandboxAudience === 'local'
    ? `Sandbox: ${names} ${verb} played; codes and QR codes are at ${address}/sandbox, for this machine only.`
    : `Sandbox: ${names} ${verb} played, and other machines can reach this server. With this link anyone can log in to any account:\n  ${address}/#/sandbox?key=${sandboxKey(secret)}`;
}

/** Reads the sandbox. Without `isOpen`: only the QR code named by `scene`, which only its viewer can name. */
export async function readSandbox(
  parts: Parts,
  { isOpen, scene }: { isOpen: boolean; scene: string | null },
): Promise<Sandbox> {
  const { database, now } = parts;
  const [messages, scenes, people] = await Promise.all([
    isOpen && playsSms(parts) ? listSms(database, maxSms) : [],
    playsWechat(parts) ? listScenes(database, now(), isOpen ? { max: maxScenes } : { max: 1, scene }) : [],
    isOpen && playsWechat(parts) ? listPeople(database, sandboxPrefix, maxPeople) : [],
  ]);
  return {
    plays: { sms: playsSms(parts), wechat: playsWechat(parts), payments: playsPayments(parts.config) },
    isOpen,
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

/** Completes a persona; a new person gets a new id. NOT_FOUND if WeChat is not simulated. */
function completePersona(parts: Parts, { openId, nickName }: Persona) {
  if (!playsWechat(parts)) throw new AppError('NOT_FOUND');
  return { openId: openId ?? `new-${randomBytes(8).toString('hex')}`, nickName: nickName ?? null };
}

/** LOGIN_KEY_EXPIRED if the QR code is no longer waiting. */
export async function scanAs(parts: Parts, scene: string, wanted: Persona): Promise<{ openId: string }> {
  const persona = completePersona(parts, wanted);
  const isHeard = await confirmScan(parts, scene, async () => sandboxIdentity(persona));
  if (!isHeard) throw new AppError('LOGIN_KEY_EXPIRED');
  return { openId: persona.openId };
}

export const authorizeAs = (parts: Parts, wanted: Persona): { code: string } => ({
  code: makeSandboxCode(completePersona(parts, wanted), parts.secret, parts.now()),
});
