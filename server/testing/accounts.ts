// People for tests: somebody who is logged in, a solved captcha, and the code that a number was sent.
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
  platformSource: 'web-pc',
  logidUrl: null,
  language: 'en',
  baseUrl: 'http://localhost',
};

export interface LoggedIn extends Login {
  readonly client: TestClient;
}

/** The account of that number, made if there is none, and a client of its own that is logged in to it. */
export async function logInAs(server: TestServer, mobile: string): Promise<LoggedIn> {
  const login = await server.parts.database.transaction().execute(async session => {
    const account = await findOrMakeByMobile(server.parts, session, mobile, { from: testSource });
    return logIn(openAccounts(server.parts), session, account.id, testSource);
  });
  const client = createClient(server.url);
  client.headers.token = login.token;
  return { ...login, client };
}

/** A solved captcha, as `sendCode` takes it. */
export async function solveCaptcha({ parts }: TestServer): Promise<{ captchaVerification: string }> {
  const captchaVerification = randomBytes(24).toString('base64');
  await keepPass(parts.database, captchaVerification, new Date(parts.now().getTime() + 60_000));
  return { captchaVerification };
}

/** Has a code sent and answers it. */
export async function askForCode(server: TestServer, mobile: string, client = server.client): Promise<string> {
  const { status, body } = await client.post('/web/sendCode', { mobile, captchaVO: await solveCaptcha(server) });
  if (status !== 200) throw new Error(`no code: ${status} ${JSON.stringify(body)}`);
  const message = (await listSms(server.parts.database, 100)).find(one => one.mobile === mobile);
  return message?.code ?? '';
}
