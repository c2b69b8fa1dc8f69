// `npm run admin -- <command>`: operator commands in the terminal, with the same switches as the server.
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import { AppError, errorSentence } from 'contract/errors.ts';
import { pino } from 'pino';
import { renderUnicodeCompact } from 'uqr';
import { BackupPlaceFault } from './adapters/backup-place.ts';
import { openDatabaseClock } from './adapters/database-clock.ts';
import { DatabaseNewer, migrate } from './adapters/migrations.ts';
import {
  findPerson,
  freeze,
  type Gift,
  type Grounds,
  grant,
  type Operator,
  publish,
  readActs,
  refund,
  unfreeze,
  withdraw,
} from './admin/acts.ts';
import { renewFactor } from './admin/factor.ts';
import { changeSheet, parseSheet, planSheet, readSheet, type SheetChange } from './admin/sheet.ts';
import { describeTotpKey, toBase32 } from './admin/totp.ts';
import { backupCommands } from './backup-commands.ts';
import { BackupFault } from './backups/format.ts';
import { type NewBulletin, readAllBulletins } from './bulletins/bulletins.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import { openDatabase } from './open-database.ts';
import { openOrders } from './open-orders.ts';
import { findStuckOrders } from './orders/orders.ts';
import type { OrderService } from './orders/settle.ts';
import { checkMoney } from './points/check-queries.ts';
import { loadSecret } from './secrets/secrets.ts';

const help = `npm run admin -- <command>

  check                                     whether the books balance; ends with status 1 if not
  find <person>                             an account by its id, phone number or username, and what it owns
  grant <person> --reason <text>            gives one or more of:
      --days <n> | --months <n> | --forever   time as a member
      --uses <n>
      --coins <n>
      --plan-zh <name> --plan-en <name>       what the membership is called
  dictionary <name> <label> [value] --reason <text>
                                            sets an entry; without a value goes back to the product's own
  sheet                                     plans with their prices, coupons and dictionaries, as a JSON file to edit
  sheet <file>                              what that file would change; what it does not name stays as it is
  sheet <file> --apply --reason <text>      changes it, all of it or nothing
  notice --reason <text>                    shows a notice to everyone:
      --title-zh <text> --title-en <text>
      --text-zh <text> --text-en <text>
      --hours <n>                             for so long, else until it is withdrawn
      --warn                                  as a warning
  notices                                   notices, the latest first
  withdraw <notice> --reason <text>         takes a notice away
  freeze <person> --reason <text>           ends all use of an account until it is released; its tasks go on
  unfreeze <person> --reason <text>         lets it log in again
  factor <person> --reason <text>           a new authenticator key for /admin in place of any other; shown once
      --remove                                takes it away
  refund <order> --reason <text>            pays an order back, and in full takes back all that it gave
      --amount <n>                          a part of it, in fen or cents
  stuck                                     orders that need you: paid with another amount, without an account, unanswered
  acts                                      the latest acts of operators

  backup <file>                             all rows and files in one file, or in s3://bucket/name, while servers run (docs/backups.md)
      --without-files                         the rows alone
  verify <file>                             whether a backup is whole
  backups                                   those of the schedule (BACKUP_TO), the oldest first
  restore <file>                            into an empty database, with all servers stopped
      --replace --yes                         gives up everything in this database
      --without-files                         the rows alone`;

/** An invalid command line. */
class Misuse extends Error {}

const options = {
  days: { type: 'string' },
  months: { type: 'string' },
  forever: { type: 'boolean' },
  uses: { type: 'string' },
  coins: { type: 'string' },
  'plan-zh': { type: 'string' },
  'plan-en': { type: 'string' },
  reason: { type: 'string' },
  amount: { type: 'string' },
  apply: { type: 'boolean' },
  'title-zh': { type: 'string' },
  'title-en': { type: 'string' },
  'text-zh': { type: 'string' },
  'text-en': { type: 'string' },
  hours: { type: 'string' },
  warn: { type: 'boolean' },
  remove: { type: 'boolean' },
  replace: { type: 'boolean' },
  yes: { type: 'boolean' },
  'without-files': { type: 'boolean' },
} as const;
type Values = ReturnType<typeof parseArgs<{ options: typeof options }>>['values'];

const maxAtOnce = 1_000_000;
const maxMonths = 1200;
const maxFen = 100_000_000;
const maxShown = 50;

function readCount(name: string, text: string | undefined, max = maxAtOnce): number | undefined {
  if (text === undefined) return undefined;
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1 || count > max)
    throw new Misuse(`--${name} must be a whole number from 1 to ${max}`);
  return count;
}

function requireReason({ reason }: Values): string {
  if (!reason?.trim()) throw new Misuse('--reason is missing: it is kept with the act');
  return reason.trim();
}

function readTerm(values: Values): Gift['term'] {
  const days = readCount('days', values.days, maxMonths * 31);
  const months = readCount('months', values.months, maxMonths);
  if (values.forever && (days || months)) throw new Misuse('--forever stands alone');
  if (values.forever) return 'forever';
  return days || months ? { ...(days && { days }), ...(months && { months }) } : undefined;
}

function readGrant(values: Values): Gift & Grounds {
  const term = readTerm(values);
  const uses = readCount('uses', values.uses);
  const coins = readCount('coins', values.coins);
  if (!term && !uses && !coins) throw new Misuse('nothing to give: say --days, --months, --forever, --uses or --coins');
  const [zh, en] = [values['plan-zh'], values['plan-en']];
  if ((zh === undefined) !== (en === undefined)) throw new Misuse('--plan-zh and --plan-en go together');
  return { term, uses, coins, reason: requireReason(values), ...(zh && en && { mealName: { zh, en } }) };
}

const say = (text: string) => void process.stdout.write(`${text}\n`);
const show = (found: unknown) => say(JSON.stringify(found, null, 2));

function readNotice(values: Values): NewBulletin {
  const read = (part: 'title' | 'text', max: number) => {
    const [zh, en] = [values[`${part}-zh`]?.trim(), values[`${part}-en`]?.trim()];
    const isMissing = part === 'title' ? !zh || !en : !zh !== !en;
    if (isMissing) throw new Misuse(`--${part}-zh and --${part}-en go together`);
    if ([zh, en].some(text => (text?.length ?? 0) > max)) throw new Misuse(`--${part} has at most ${max} letters`);
    return { zh: zh ?? '', en: en ?? '' };
  };
  const hours = readCount('hours', values.hours, 8784);
  return { tone: values.warn ? 'warn' : 'info', title: read('title', 60), text: read('text', 500), hours };
}

const write = (value: unknown) => (value === null ? '–' : JSON.stringify(value));
const tellChanges = (changes: readonly SheetChange[]) => {
  for (const { what, before, after } of changes) say(`${what}\n  - ${write(before)}\n  + ${write(after)}`);
};

/** Prints the sheet, shows what a file would change in it, or changes it. */
async function runSheet({ operator, config }: Work, file: string | undefined, values: Values): Promise<void> {
  if (file === undefined) {
    show((await readSheet(operator.database, config.membership)).sheet);
    return;
  }
  const sheet = parseSheet(await readFile(file, 'utf8'));
  if (!values.apply) {
    const changes = await planSheet(operator, sheet);
    tellChanges(changes);
    say(changes.length === 0 ? 'Nothing would change.' : 'Nothing is changed yet: add --apply and --reason.');
    return;
  }
  const { act, changes } = await changeSheet(operator, sheet, { reason: requireReason(values) });
  tellChanges(changes);
  say(`Recorded as act ${act}.`);
}

interface Work {
  readonly operator: Operator;
  readonly config: Config;
  readonly orders: OrderService;
}

/** The arguments and flags of a command. */
interface Given {
  /** Returns the argument at this position. Throws if it is missing; `what` names it then. */
  readonly word: (at: number, what: string) => string;
  readonly words: readonly string[];
  readonly values: Values;
}

/** Each command prints what it found or did, and may return an exit status other than 0. */
const commands: Readonly<Record<string, (work: Work, given: Given) => Promise<number | undefined>>> = {
  async check({ operator }) {
    const violations = await checkMoney(operator.database);
    for (const { rule, subject, detail } of violations) say(`${rule}: ${subject}: ${detail}`);
    say(violations.length === 0 ? 'The books balance.' : `${violations.length} violations.`);
    return violations.length === 0 ? 0 : 1;
  },
  async find({ operator }, { word }) {
    show(await findPerson(operator, word(0, 'the person')));
  },
  async grant({ operator }, { word, values }) {
    const person = word(0, 'the person');
    say(`Recorded as act ${await grant(operator, person, readGrant(values))}.`);
    show(await findPerson(operator, person));
  },
  async dictionary({ operator }, { word, words, values }) {
    const [dictionary, label] = [word(0, 'the dictionary'), word(1, 'the label')];
    const sheet = parseSheet(JSON.stringify({ dictionaries: { [dictionary]: { [label]: words[2] ?? null } } }));
    tellChanges((await changeSheet(operator, sheet, { reason: requireReason(values) })).changes);
  },
  async sheet(work, { words, values }) {
    await runSheet(work, words[0], values);
  },
  async notice({ operator }, { values }) {
    say(`Recorded as act ${await publish(operator, readNotice(values), { reason: requireReason(values) })}.`);
  },
  async notices({ operator }) {
    show(await readAllBulletins(operator.database));
  },
  async withdraw({ operator }, { word, values }) {
    say(`Recorded as act ${await withdraw(operator, word(0, 'the notice'), { reason: requireReason(values) })}.`);
  },
  async freeze({ operator }, { word, values }) {
    const person = word(0, 'the person');
    say(`Recorded as act ${await freeze(operator, person, { reason: requireReason(values) })}.`);
  },
  async unfreeze({ operator }, { word, values }) {
    const person = word(0, 'the person');
    say(`Recorded as act ${await unfreeze(operator, person, { reason: requireReason(values) })}.`);
  },
  async factor({ operator, config }, { word, values }) {
    const { id, mobile } = await findPerson(operator, word(0, 'the person'));
    const change = { accountId: id, isRemoved: values.remove ?? false };
    const key = await renewFactor(operator, config, change, { reason: requireReason(values) });
    if (key === null) return;
    const address = describeTotpKey(key, { issuer: config.brand.nameEn, name: mobile ?? id });
    say(`${renderUnicodeCompact(address)}\nScan it with an authenticator app, or type this key: ${toBase32(key)}`);
    if (!config.admins.some(name => name === id || name === mobile))
      say(`ADMINS does not name this account yet: add ${mobile ?? id}, and start the servers again.`);
  },
  async refund({ operator, orders }, { word, values }) {
    const amount = readCount('amount', values.amount, maxFen);
    const asked = { orderNo: word(0, 'the order'), amount, reason: requireReason(values) };
    say(`Recorded as act ${await refund(operator, orders, asked)}.`);
  },
  async stuck({ operator }) {
    show(await findStuckOrders(operator.database, maxShown));
  },
  async acts({ operator }) {
    show(await readActs(operator, 50));
  },
};

function explain(error: unknown): string {
  if (error instanceof AppError) {
    const issues = (error.details?.issues ?? []) as { path: string; error: string }[];
    const faults = issues.map(issue => `  ${issue.path}: ${issue.error}`);
    return [errorSentence(error.code, 'en', error.details ?? {}), ...faults].join('\n');
  }
  const plain = [Misuse, ConfigError, BackupFault, BackupPlaceFault, DatabaseNewer, TypeError];
  if (!(error instanceof Error)) return String(error);
  return plain.some(kind => error instanceof kind) ? error.message : String(error.stack);
}

/** Runs a command on a database that this version has brought up to date. */
async function runPrepared(command: (typeof commands)[string], given: Given, config: Config): Promise<number> {
  const { postgres, close } = await openDatabase(config);
  try {
    await migrate(postgres.pool);
    const { database } = postgres;
    const operator = { database, config, name: userInfo().username };
    const secret = await loadSecret(database, config, { name: 'signing', make: () => randomBytes(32) });
    const log = pino({ level: 'error' }, pino.destination(2));
    const clock = await openDatabaseClock({ database, log, pauseMs: config.retentionHours * 3_600_000 });
    const orders = openOrders({ database, config, secret, log, now: clock.now });
    clock.close();
    return (await command({ operator, orders, config }, given)) ?? 0;
  } finally {
    await close();
  }
}

const own = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

try {
  const { positionals, values } = parseArgs({ options, allowPositionals: true });
  const [name = '', ...words] = positionals;
  // Checked first: opening the database may create an embedded one.
  const command = own(commands, name);
  const ofBackups = own(backupCommands, name);
  if (!command && !ofBackups) throw new Misuse(name === '' ? help : `There is no command ${name}.\n\n${help}`);
  const word = (at: number, what: string) => {
    const found = words[at];
    if (found === undefined) throw new Misuse(`${name}: ${what} is missing`);
    return found;
  };
  const config = readConfig();
  const given = { word, words, values };
  if (command) process.exitCode = await runPrepared(command, given, config);
  else if (ofBackups)
    process.exitCode = await ofBackups(config, { file: name === 'backups' ? '' : word(0, 'the file'), values, say });
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  process.exitCode = 1;
}
