// People for the account journeys: the run's database, codes from the sandbox, existing accounts, and the scanning phone.
import { createHash, randomBytes, randomInt } from 'node:crypto';
import { join } from 'node:path';
import { type Login, registerUser, sendCode, userLogin } from 'contract/routes/accounts.ts';
import { type Sandbox, sandbox, sandboxScan } from 'contract/routes/sandbox.ts';
import { connectPostgres, type Database } from '../server/src/adapters/postgres.ts';
import { renewFactor } from '../server/src/admin/factor.ts';
import { codeOfStep, stepAt } from '../server/src/admin/totp.ts';
import { test as base, expect as patient } from './product.ts';

export const test = base.extend<{ people: People; allowances: undefined }, { database: Database }>({
  database: [
    async ({ running }, use) => {
      const host = join(running.folder, 'postgres', 'socket');
      const postgres = connectPostgres({ host, user: 'app', database: 'postgres' }, { poolSize: 2 });
      await use(postgres.database);
      await postgres.close();
    },
    { scope: 'worker' },
  ],
  // All journeys share one address, which may send thirty texts per hour, so each journey starts with a fresh allowance.
  allowances: [
    async ({ database }, use) => {
      await database.deleteFrom('allowance').execute();
      await use(undefined);
    },
    { auto: true },
  ],
  people: async ({ address, database }, use) => use(new People(address, database)),
});

/** Nothing about people is slow: a wait that takes a minute is broken. Journeys that run a tool take the one of product.ts. */
export const expect = patient.configure({ timeout: 60_000 });

export const password = 'right-4-you';

/** Numbers of operators, one for each journey that enters as one. */
export const operatorsMobiles = ['13500000001', '13500000002'] as const;

/** The switches of all journeys about money: files with the same ones share a product. */
export const withMembership = ['MEMBERSHIP=on', `ADMINS=${operatorsMobiles.join(',')}`];

/** Returns a phone number that is unique in this run. */
export const makeMobile = () => `13${String(randomInt(1_000_000_000)).padStart(9, '0')}`;

export class People {
  readonly address: string;
  readonly database: Database;

  constructor(address: string, database: Database) {
    this.address = address;
    this.database = database;
  }

  async call<T>(path: string, body?: object): Promise<T> {
    const response = await fetch(this.address + path, {
      method: body ? 'POST' : 'GET',
      headers: { 'content-type': 'application/json', clientUid: 'people-of-the-journey' },
      ...(body && { body: JSON.stringify(body) }),
    });
    const reply = (await response.json()) as { data: T };
    expect(reply, path).toMatchObject({ code: 200 });
    return reply.data;
  }

  /** Returns the latest code sent to a number. */
  async readCode(mobile: string): Promise<string> {
    let code: string | undefined;
    await expect(async () => {
      const { sms } = await this.call<Sandbox>(sandbox.path);
      code = sms.find(one => one.mobile === mobile)?.code;
      expect(code).toBeDefined();
    }).toPass();
    return code!;
  }

  /** Makes the proof of a solved captcha, written directly to the database, because the captcha has its own journeys. */
  private async makePass(): Promise<string> {
    const verification = randomBytes(16).toString('hex');
    const hash = createHash('sha256').update(verification).digest();
    const row = { hash, expires_at: new Date(Date.now() + 60_000) };
    await this.database.insertInto('captcha_pass').values(row).execute();
    return verification;
  }

  /** Requests a code and returns it. */
  async askCode(mobile: string): Promise<string> {
    await this.call(sendCode.path, { mobile, captchaVO: { captchaVerification: await this.makePass() } });
    return this.readCode(mobile);
  }

  /** Ends the waiting time between two codes for a number. */
  async endWaits(): Promise<void> {
    await this.database.deleteFrom('allowance').execute();
  }

  /** Registers a person with `password`. */
  async register(): Promise<Login & { mobile: string }> {
    const mobile = makeMobile();
    const code = await this.askCode(mobile);
    const login = await this.call<Login>(registerUser.path, { mobile, code, password, agree: true });
    return { ...login, mobile };
  }

  /** Logs in an operator, whose number is among ADMINS. Returns the token, and the code of the second factor that the page asks for. */
  async enterAsOperator(mobile: string): Promise<{ token: string; factorCode: string }> {
    const code = await this.askCode(mobile);
    const { token, user } = await this.call<Login>(userLogin.path, { mobile, code, type: 1 });
    const key = await renewFactor(
      { database: this.database, config: { timeZone: 'Asia/Shanghai' }, name: 'journey' },
      { secretKey: null, secretKeyBefore: null },
      { accountId: user.id },
      { reason: 'a journey' },
    );
    return { token, factorCode: codeOfStep(key!, stepAt(new Date())) };
  }

  /** Makes a code expire now. */
  async expireCode(mobile: string): Promise<void> {
    await this.database
      .updateTable('sms_code')
      .set({ expires_at: new Date(0) })
      .where('mobile', '=', mobile)
      .execute();
  }

  async expireLogins(accountId: string): Promise<void> {
    await this.database
      .updateTable('login')
      .set({ expires_at: new Date(0) })
      .where('account_id', '=', accountId)
      .execute();
  }

  /** Scans the latest QR code. */
  async scan(openId: string): Promise<void> {
    const { wechat } = await this.call<Sandbox>(sandbox.path);
    await this.call(sandboxScan.path, { scene: wechat[0]!.scene, openId, nickName: 'Scanner' });
  }
}
