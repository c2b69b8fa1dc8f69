// Logging in by WeChat: with a QR code that a phone scans, or on WeChat's page, from which the browser returns. The result is a login for a
// person with an account, or a key with which a phone number creates or finds one.
import { randomBytes } from 'node:crypto';
import { AppError } from 'contract/errors.ts';
import { qrLifeSeconds, type WechatLogin } from 'contract/routes/wechat.ts';
import { makeLoginKey } from '../accounts/keys.ts';
import { logIn } from '../accounts/log-in.ts';
import type { AccountService } from '../accounts/service.ts';
import type { LoginSource } from '../accounts/source.ts';
import { hashSecret, isSecret, makeSecret } from '../accounts/token.ts';
import type { Querier } from '../adapters/postgres.ts';
import type { Wechat, WechatIdentity, WechatWebsite } from '../adapters/wechat.ts';
import { isSandboxPerson } from '../adapters/wechat-sandbox.ts';
import { countTry, hideWho } from '../limits/limits.ts';
import type { Parts } from '../parts.ts';
import { answerScene, findPerson, findWait, insertWait, isSceneWaiting, savePerson, takeWait } from './store.ts';

/** Maximum number of logins started per minute from one address. Offices share an address, and one per second is enough for an office. */
const startsPerMinute = 60;

const nothing = { key: null, user: null, token: null } as const;
const expired: WechatLogin = { type: 'EXPIRED', ...nothing };

/** Throws WECHAT_OFF if WeChat is not configured. */
function openWechat({ wechat }: Parts): Wechat {
  if (!wechat) throw new AppError('WECHAT_OFF');
  return wechat;
}

function openWebsite(parts: Parts): WechatWebsite {
  const { website } = openWechat(parts);
  if (!website) throw new AppError('NOT_FOUND');
  return website;
}

/** Records that the browser of `owner` is waiting, and returns the secret that only this browser knows. */
async function startWait(parts: Parts, wait: { kind: 'qr' | 'redirect'; scene: string; owner: string | null }) {
  const secret = makeSecret();
  const expiresAt = new Date(parts.now().getTime() + qrLifeSeconds * 1000);
  await insertWait(parts.database, { ...wait, secretHash: hashSecret(secret), expiresAt });
  return secret;
}

const countStart = ({ database, now, secret }: Parts, address: string) =>
  countTry(database, { key: `wechat-start ${hideWho(secret, address)}`, max: startsPerMinute, perSeconds: 60 }, now());

/** Must not be guessable: a forged callback could report a scan of a known scene. */
const makeScene = () => randomBytes(24).toString('hex');

export async function startQr(parts: Parts, from: LoginSource, address: string) {
  const wechat = openWechat(parts);
  await countStart(parts, address);
  const scene = makeScene();
  const { ticket, qrText } = await wechat.makeQr({ scene, lifeSeconds: qrLifeSeconds, base: from.baseUrl });
  const uuid = await startWait(parts, { kind: 'qr', scene, owner: from.visitor });
  return { uuid, ticket, qrText, expiresInSeconds: qrLifeSeconds };
}

/** The result for the person, inside the transaction that ended the wait. */
async function finishLogin(
  service: AccountService,
  db: Querier,
  personId: string,
  from: LoginSource,
): Promise<WechatLogin> {
  const person = await findPerson(db, personId);
  // The person was deleted with their account after the scan.
  if (!person) return expired;
  const { accountId } = person;
  if (accountId !== null) {
    // A stranger may have scanned on the sandbox page: a browser that logs in to the stranger's account keeps its own tasks.
    const takesTasks = !isSandboxPerson(personId);
    return { type: 'TOKEN', key: null, ...(await logIn(service, db, accountId, from, { takesTasks })) };
  }
  const key = await makeLoginKey(db, 'wechat', personId, service.parts.now());
  return { type: 'TO_BIND_PHONE', ...nothing, key };
}

export async function checkQr(service: AccountService, uuid: string, from: LoginSource): Promise<WechatLogin> {
  const { parts } = service;
  openWechat(parts);
  if (!isSecret(uuid)) return expired;
  const asker = { secretHash: hashSecret(uuid), kind: 'qr', owner: from.visitor, now: parts.now() } as const;
  const wait = await findWait(parts.database, asker);
  if (!wait) return expired;
  if (!wait.isScanned) return { type: 'WAITING', ...nothing };
  return parts.database.transaction().execute(async trx => {
    const taken = await takeWait(trx, asker);
    return taken?.personId ? finishLogin(service, trx, taken.personId, from) : expired;
  });
}

/** Records a scan. `identify` is called only if a browser is waiting for the scan; returns false if none is. */
export async function confirmScan(
  { database, now }: Parts,
  scene: string,
  identify: () => Promise<WechatIdentity>,
): Promise<boolean> {
  if (!(await isSceneWaiting(database, scene, now()))) return false;
  const person = await identify();
  // A separate statement: a login locks the wait before the person.
  await savePerson(database, person, now());
  return answerScene(database, scene, person.personId, now());
}

/** Throws BAD_REQUEST for a URL on another site, to which WeChat would send the code. */
function readRedirectUri(redirectUri: string | undefined, { config }: Parts, baseUrl: string): string {
  const url = new URL(redirectUri ?? baseUrl);
  const isOurs = [new URL(baseUrl).origin, ...config.corsOrigins].includes(url.origin);
  if (!isOurs || url.username !== '' || url.password !== '')
    throw new AppError('BAD_REQUEST', {
      issues: [{ path: 'redirectUri', error: 'must be an address of this server' }],
    });
  url.hash = '';
  return url.href;
}

export async function startRedirect(parts: Parts, wanted: string | undefined, from: LoginSource, address: string) {
  const website = openWebsite(parts);
  const redirectUri = readRedirectUri(wanted, parts, from.baseUrl);
  await countStart(parts, address);
  const state = await startWait(parts, { kind: 'redirect', scene: makeScene(), owner: from.visitor });
  return { appId: website.appId, url: website.loginPage(redirectUri, state), state };
}

export async function finishRedirect(
  service: AccountService,
  sent: { code: string; state: string | undefined },
  from: LoginSource,
): Promise<WechatLogin> {
  const { parts } = service;
  const website = openWebsite(parts);
  const { state = '' } = sent;
  if (!isSecret(state)) return expired;
  const asker = { secretHash: hashSecret(state), kind: 'redirect', owner: from.visitor, now: parts.now() } as const;
  if (!(await takeWait(parts.database, asker))) return expired;
  const person = await website.identify(sent.code);
  // A separate statement: a deletion locks the account before its persons.
  await savePerson(parts.database, person, parts.now());
  return parts.database.transaction().execute(trx => finishLogin(service, trx, person.personId, from));
}
