// Operators for tests: an account with an authenticator, the codes that it shows, and a client that has been let in.
import { renewFactor } from '../src/admin/factor.ts';
import { codeOfStep, stepAt } from '../src/admin/totp.ts';
import { type LoggedIn, logInAs } from './accounts.ts';
import type { TestServer } from './server.ts';

/** A person with a new authenticator, and its code: the current one, or that of so many steps later. */
export async function equip(server: TestServer, mobile: string) {
  const person = await logInAs(server, mobile);
  const { config, database, now } = server.parts;
  const key = await renewFactor(
    { database, config, name: 'root' },
    config,
    { accountId: person.user.id },
    { reason: 'a new phone' },
  );
  return { ...person, codeOf: (later = 0) => codeOfStep(key!, stepAt(now()) + later) };
}

/** Opens a session with a code; the client then sends its token. */
export async function letIn({ client }: Pick<LoggedIn, 'client'>, code: string) {
  const answer = await client.post<{ operatorToken: string; expiresAt: string }>('/admin/session', { code });
  if (answer.status === 200) client.headers.operatortoken = answer.body.data.operatorToken;
  return answer;
}

/** The status and the error of an answer, to compare both at once. */
export const errorOf = ({ status, body }: { readonly status: number; readonly body: { readonly error?: string } }) => [
  status,
  body.error,
];
