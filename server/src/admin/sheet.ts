// The sheet: plans with their prices and dictionaries as one document, which an operator edits as a file or row by row in the browser.
// A dry run answers what would change; the change itself is one transaction, all of it or nothing.
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { AppError } from 'contract/errors.ts';
import { type Sheet, type SheetPlan, sheetSchema } from 'contract/routes/operators.ts';
import type { Querier } from '../adapters/postgres.ts';
import { isEntry, ownEntry, readDictionaries, setEntry } from '../dictionaries/dictionaries.ts';
import { readPlans, savePlan } from '../plans/plans.ts';
import { type Grounds, type Operator, performAct } from './acts.ts';
import { findLatestPlace } from './store.ts';

const subject = 'sheet';

export interface SheetChange {
  /** What is changed, such as `plan 月卡` or `trialSetting.batchCount`. */
  readonly what: string;
  /** The fields that change; null for what is new. */
  readonly before: unknown;
  /** Null where an entry goes back to the product's own. */
  readonly after: unknown;
}

interface Issue {
  readonly path: string;
  readonly error: string;
}

/** The sheet as it is. Without membership it has no plans. */
export async function readSheet(db: Querier, hasMoney: boolean): Promise<{ sheet: Sheet; seen: number }> {
  return {
    sheet: { ...(hasMoney && { plans: await readPlans(db) }), dictionaries: await readDictionaries(db) },
    seen: await findLatestPlace(db, subject),
  };
}

/** Reads a sheet that came as text. Throws BAD_REQUEST with every fault and its place. */
export function parseSheet(text: string): Sheet {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    throw new AppError('BAD_REQUEST', { issues: [{ path: '', error: String(cause) }] }, { cause });
  }
  const parsed = sheetSchema.safeParse(json);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), error: message }));
  throw new AppError('BAD_REQUEST', { issues });
}

/** A change and how it is made. */
interface Step extends SheetChange {
  readonly save: (db: Querier) => Promise<unknown>;
}

const fieldsOf = (plan: SheetPlan, names: readonly (keyof SheetPlan)[]) =>
  Object.fromEntries(names.map(name => [name, plan[name]]));

async function comparePlans(db: Querier, wanted: readonly SheetPlan[], issues: Issue[]): Promise<Step[]> {
  const known = await readPlans(db);
  return wanted.flatMap((plan, at): Step[] => {
    const what = `plan ${plan.name.zh} / ${plan.name.en} (${plan.currency})`;
    const save = (trx: Querier) => savePlan(trx, plan);
    const isNamesake = (other: SheetPlan) =>
      other.kind === plan.kind && other.currency === plan.currency && other.name.en === plan.name.en && other.isOnSale;
    const first = wanted.findIndex(other => (plan.id ? other.id === plan.id : !other.id && isNamesake(other)));
    if (first >= 0 && first < at) issues.push({ path: `plans.${at}`, error: `is the same as plans.${first}` });
    if (plan.id === undefined) {
      // The same file sent twice would sell everything twice.
      if (known.some(isNamesake))
        issues.push({ path: `plans.${at}.id`, error: 'is missing: a plan of this name is for sale' });
      return [{ what, before: null, after: plan, save }];
    }
    const before = known.find(other => other.id === plan.id);
    if (!before) {
      issues.push({ path: `plans.${at}.id`, error: 'is of no plan' });
      return [];
    }
    const names = Object.keys(before) as (keyof SheetPlan)[];
    const changed = names.filter(name => !isDeepStrictEqual(before[name], plan[name]));
    if (changed.length === 0) return [];
    return [{ what, before: fieldsOf(before, changed), after: fieldsOf(plan, changed), save }];
  });
}

async function compareDictionaries(
  db: Querier,
  wanted: NonNullable<Sheet['dictionaries']>,
  issues: Issue[],
): Promise<Step[]> {
  const known = await readDictionaries(db);
  return Object.entries(wanted).flatMap(([dictionary, entries]) =>
    Object.entries(entries).flatMap(([label, value]): Step[] => {
      if (value !== null && !isEntry({ dictionary, label, value }))
        issues.push({
          path: `dictionaries.${dictionary}.${label}`,
          error: 'must be a label of this dictionary with a positive whole number',
        });
      const before = known[dictionary]?.[label] ?? null;
      const after = value ?? ownEntry(dictionary, label);
      const save = (trx: Querier) => setEntry(trx, { dictionary, label, value });
      return before === after ? [] : [{ what: `${dictionary}.${label}`, before, after, save }];
    }),
  );
}

/** The steps to the sheet from what is there. BAD_REQUEST with every fault and its place. */
async function compareSheet(db: Querier, { plans, dictionaries }: Sheet): Promise<Step[]> {
  const issues: Issue[] = [];
  const steps = [
    ...(plans ? await comparePlans(db, plans, issues) : []),
    ...(dictionaries ? await compareDictionaries(db, dictionaries, issues) : []),
  ];
  if (issues.length > 0) throw new AppError('BAD_REQUEST', { issues });
  return steps;
}

const toChange = ({ what, before, after }: Step): SheetChange => ({ what, before, after });

/** What a sheet would change. BAD_REQUEST with every fault and its place. */
export const planSheet = async ({ database }: Pick<Operator, 'database'>, sheet: Sheet): Promise<SheetChange[]> =>
  (await database.transaction().execute(trx => compareSheet(trx, sheet))).map(toChange);

/** Changes what a sheet names. Throws as `planSheet` does, NOTHING_CHANGES, or CHANGED_MEANWHILE. */
export async function changeSheet(
  { database, name }: Operator,
  sheet: Sheet,
  grounds: Grounds,
): Promise<{ act: string; changes: readonly SheetChange[] }> {
  const asked = { hash: createHash('sha256').update(JSON.stringify(sheet)).digest('hex') };
  const { id, changed } = await database.transaction().execute(trx =>
    performAct(trx, name, { act: 'sheet', subject, asked }, grounds, async () => {
      const steps = await compareSheet(trx, sheet);
      if (steps.length === 0) throw new AppError('NOTHING_CHANGES');
      for (const { save } of steps) await save(trx);
      return { changes: steps.map(toChange) };
    }),
  );
  return { act: id, changes: changed.changes as readonly SheetChange[] };
}
