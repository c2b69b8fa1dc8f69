// The ways to log in: by password, by code (which creates the account the first time), by registering, and by binding a phone number to a
// WeChat person.
import { normalisePhone } from 'contract/account-rules.ts';
import { AppError } from 'contract/errors.ts';
import type { bindPhone, Login, registerUser, userLogin } from 'contract/routes/accounts.ts';
import type { z } from 'zod';
import { isSandboxPerson } from '../adapters/wechat-sandbox.ts';
import { useUpCode } from './codes.ts';
import { takeLoginKey } from './keys.ts';
import { logIn } from './log-in.ts';
import { findOrMakeByMobile, makeAccount } from './make-account.ts';
import { openNewPassword, proveMobile, provePassword } from './prove.ts';
import type { AccountService, Asker } from './service.ts';
import { findAccountByMobile, isUsernameTaken, lockAccount } from './store.ts';

type LoginBody = z.output<typeof userLogin.body>;

/** The schema has checked that the fields belong to one way of logging in. */
export function logInByForm(service: AccountService, body: LoginBody, asker: Asker): Promise<Login> {
  const { mobile, code, username, password } = body;
  if (mobile && code) {
    const { agentCode, shareCode } = body;
    const origin = { agentCode, shareCode };
    return logInByCode(service, { mobile: normalisePhone(mobile) ?? '', code: code.trim(), origin }, asker);
  }
  const typed = { username: username ?? '', password: password ?? '' };
  return service.turnstile.pass(asker.address, () => logInByPassword(service, typed, asker));
}

async function logInByPassword(
  service: AccountService,
  typed: { username: string; password: string },
  asker: Asker,
): Promise<Login> {
  const { accountId, passwordHash } = await provePassword(service, typed, asker);
  const { parts } = service;
  return parts.database.transaction().execute(async trx => {
    const account = await lockAccount(trx, accountId);
    // The password was changed while the old one was being checked, and the change has ended all logins made with the old one.
    if (account && account.password_hash !== passwordHash) throw new AppError('PASSWORD_WRONG');
    return logIn(service, trx, accountId, asker.from);
  });
}

async function logInByCode(
  service: AccountService,
  { mobile, code, origin }: { mobile: string; code: string; origin: Pick<LoginBody, 'agentCode' | 'shareCode'> },
  asker: Asker,
): Promise<Login> {
  const proof = await proveMobile(service, { mobile, code }, asker);
  const { parts } = service;
  return parts.database.transaction().execute(async trx => {
    await useUpCode(trx, proof);
    const account = await findOrMakeByMobile(parts, trx, mobile, { from: asker.from, ...origin });
    return logIn(service, trx, account.id, asker.from);
  });
}

/**
 * Reveals whether the number has an account only once the number is proven. Throws CODE_WRONG, PHONE_TAKEN or
 * USERNAME_TAKEN.
 */
export async function register(
  service: AccountService,
  body: z.output<typeof registerUser.body>,
  asker: Asker,
): Promise<Login> {
  const { parts } = service;
  const { mobile, code, username, nickName } = body;
  const sent = { sent: body.password, path: 'password', language: asker.from.language };
  const password = await openNewPassword(service, sent);
  const proof = await proveMobile(service, { mobile, code }, asker);
  if (await findAccountByMobile(parts.database, mobile)) throw new AppError('PHONE_TAKEN');
  if (username && (await isUsernameTaken(parts.database, username, null))) throw new AppError('USERNAME_TAKEN');
  const passwordHash = await parts.passwords.hash(password);
  return parts.database.transaction().execute(async trx => {
    await useUpCode(trx, proof);
    const origin = { from: asker.from, agentCode: body.agentCode, shareCode: body.shareCode };
    const account = await makeAccount(parts, trx, mobile, origin, { username, nickName, passwordHash });
    if (!account) throw new AppError('PHONE_TAKEN');
    return logIn(service, trx, account.id, asker.from);
  });
}

/** Binds the WeChat person of a key to the account of a proven number, which is created if there is none. Throws LOGIN_KEY_EXPIRED. */
export async function logInByWechatKey(
  service: AccountService,
  body: z.output<typeof bindPhone.body> & { key: string },
  asker: Asker,
): Promise<Login> {
  const { parts } = service;
  const { phone: mobile, code, key } = body;
  const proof = await proveMobile(service, { mobile, code }, asker);
  return parts.database.transaction().execute(async trx => {
    await useUpCode(trx, proof);
    const personId = await takeLoginKey(trx, 'wechat', key, parts.now());
    if (!personId) throw new AppError('LOGIN_KEY_EXPIRED');
    const origin = { from: asker.from, agentCode: body.agentCode, shareCode: body.shareCode };
    // On the sandbox page a stranger may have scanned as this person, who is bound to this account by this call.
    const takesTasks = !(isSandboxPerson(personId) && (await findAccountByMobile(trx, mobile)));
    const account = await findOrMakeByMobile(parts, trx, mobile, origin);
    // Locked first: otherwise two concurrent bindings would wait for each other.
    await lockAccount(trx, account.id);
    await service.wechat.bind(trx, personId, account.id);
    return logIn(service, trx, account.id, asker.from, { takesTasks });
  });
}
