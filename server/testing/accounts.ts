// People for tests: a person who is logged in, their password, a solved captcha, and the code that a number was sent.
import { randomBytes } from 'node:crypto';
import type { Login } from 'contract/routes/accounts.ts';
import { logIn } from '../src/accounts/log-in.ts';
import { findOrMakeByMobile } from '../src/accounts/make-account.ts';
import type { LoginSource } from '../src/accounts/source.ts';
import { openAccounts } from '../src/app.ts';
import { keepPass } from '../src/captcha/store.ts';
import { listSms } from '../src/sandbox/store.ts';
import { createClient, type TestClient } from './client.ts';
import type { TestServer } from './server.ts';

const testSource: LoginSource = {
  visitor: null,
  device: 'Test',
  address: '192.0.2.1',
  platformSource: 'web-pc',
  logidUrl: null,
  language: 'en',
  baseUrl: 'http://localhost',
};

export interface LoggedIn extends Login {
  readonly client: TestClient;
}

/** A client that is logged in to the account of that number, which is made if there is none. */
export async function logInAs(server: TestServer, mobile: string): Promise<LoggedIn> {
  const login = await server.parts.database.transaction().execute(async trx => {
    const account = await findOrMakeByMobile(server.parts, trx, mobile, { from: testSource });
    return logIn(openAccounts(server.parts), trx, account.id, testSource);
  });
  const client = createClient(server.url);
  client.headers.token = login.token;
  return { ...login, client };
}

/** Sets the password of the account with that number, without the proof that a call would need. */
export async function setPassword({ parts }: TestServer, mobile: string, password: string): Promise<void> {
  const change = { password_hash: await parts.passwords.hash(password) };
  await parts.database.updateTable('account').set(change).where('mobile', '=', mobile).execute();
}

/** What a code needs of a server. */
interface Sender {
  readonly parts: Pick<TestServer['parts'], 'database' | 'now'>;
  readonly client: TestClient;
}

/** A solved captcha, as `sendCode` takes it. */
export async function solveCaptcha({ parts }: Pick<Sender, 'parts'>): Promise<{ captchaVerification: string }> {
  const captchaVerification = randomBytes(24).toString('base64');
  await keepPass(parts.database, captchaVerification, new Date(parts.now().getTime() + 60_000));
  return { captchaVerification };
}

/** Has a code sent and returns it. */
export async function askForCode(server: Sender, mobile: string, client = server.client): Promise<string> {
  const { status, body } = await client.post('/web/sendCode', { mobile, captchaVO: await solveCaptcha(server) });
  if (status !== 200) throw new Error(`no code: ${status} ${JSON.stringify(body)}`);
  const message = (await listSms(server.parts.database, 100)).find(one => one.mobile === mobile);
  return message?.code ?? '';
}
