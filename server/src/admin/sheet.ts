// The sheet: plans with their prices, coupons and dictionaries as one document, which an operator edits as a file or row by row in the
// browser. A dry run returns what would change; the change itself is one transaction, all or nothing.
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { AppError } from 'contract/errors.ts';
import { type Sheet, type SheetCoupon, type SheetPlan, sheetSchema } from 'contract/routes/operators.ts';
import type { Querier } from '../adapters/postgres.ts';
import { readCoupons, saveCoupon } from '../coupons/coupons.ts';
import { isEntry, ownEntry, readDictionaries, setEntry } from '../dictionaries/dictionaries.ts';
import { readPlans, savePlan } from '../plans/plans.ts';
import { type Grounds, type Operator, performAct } from './acts.ts';
import { findLatestPlace } from './store.ts';

const subject = 'sheet';

export interface SheetChange {
  /** The name of the changed row or entry, such as `plan 月卡` or `trialSetting.batchCount`. */
  readonly what: string;
  /** The fields that change; null for a new row. */
  readonly before: unknown;
  /** Null if an entry returns to the product's default. */
  readonly after: unknown;
}

interface Issue {
  readonly path: string;
  readonly error: string;
}

/** The current sheet, and how many pieces of each coupon have been received. Without membership it has neither plans nor coupons. */
export async function readSheet(
  db: Querier,
  hasMoney: boolean,
): Promise<{ sheet: Sheet; taken: Record<string, number>; seen: number }> {
  // Read first: an act that commits in between makes this view stale, and `seen` must not include it.
  const seen = await findLatestPlace(db, subject);
  const dictionaries = await readDictionaries(db);
  if (!hasMoney) return { sheet: { dictionaries }, taken: {}, seen };
  const { coupons, taken } = await readCoupons(db);
  return { sheet: { plans: await readPlans(db), coupons, dictionaries }, taken, seen };
}

/** Parses a sheet. Throws BAD_REQUEST with every error and its path. */
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

/** A change and how to make it. */
interface Step extends SheetChange {
  readonly save: (db: Querier) => Promise<unknown>;
}

/** The fields that differ, before and after; undefined if none does. Timestamps are compared independent of their time zone. */
function findDifference<Row extends object>(
  before: Row,
  after: Row,
): Pick<SheetChange, 'before' | 'after'> | undefined {
  const norm = (value: unknown) =>
    typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) ? Date.parse(value) : value;
  const names = (Object.keys(before) as (keyof Row)[]).filter(
    name => !isDeepStrictEqual(norm(before[name]), norm(after[name])),
  );
  if (names.length === 0) return undefined;
  const pick = (row: Row) => Object.fromEntries(names.map(name => [name, row[name]]));
  return { before: pick(before), after: pick(after) };
}

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
      // The same file sent twice would offer every plan twice.
      if (known.some(isNamesake))
        issues.push({ path: `plans.${at}.id`, error: 'is missing: a plan of this name is for sale' });
      return [{ what, before: null, after: plan, save }];
    }
    const before = known.find(other => other.id === plan.id);
    if (!before) {
      issues.push({ path: `plans.${at}.id`, error: 'is of no plan' });
      return [];
    }
    const difference = findDifference<SheetPlan>(before, plan);
    return difference ? [{ what, ...difference, save }] : [];
  });
}

async function compareCoupons(db: Querier, wanted: readonly SheetCoupon[], issues: Issue[]): Promise<Step[]> {
  const { coupons: known, taken } = await readCoupons(db);
  return wanted.flatMap((coupon, at): Step[] => {
    const { name } = coupon;
    const what = `coupon ${name}`;
    const save = (trx: Querier) => saveCoupon(trx, coupon);
    const first = wanted.findIndex(other => other.name === name);
    if (first < at) issues.push({ path: `coupons.${at}`, error: `is the same as coupons.${first}` });
    if (coupon.pieces < (taken[name] ?? 0))
      issues.push({ path: `coupons.${at}.pieces`, error: `people have ${taken[name]} already` });
    const before = known.find(other => other.name === name);
    if (!before) return [{ what, before: null, after: coupon, save }];
    const difference = findDifference<SheetCoupon>(before, coupon);
    return difference ? [{ what, ...difference, save }] : [];
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
          error: 'must be a label of this dictionary with a positive whole number that the product can keep',
        });
      const before = known[dictionary]?.[label] ?? null;
      const after = value ?? ownEntry(dictionary, label);
      const save = (trx: Querier) => setEntry(trx, { dictionary, label, value });
      return before === after ? [] : [{ what: `${dictionary}.${label}`, before, after, save }];
    }),
  );
}

/** The steps from the stored sheet to this one. BAD_REQUEST with every error and its path. */
async function compareSheet(db: Querier, { plans, coupons, dictionaries }: Sheet): Promise<Step[]> {
  const issues: Issue[] = [];
  const steps = [
    ...(plans ? await comparePlans(db, plans, issues) : []),
    ...(coupons ? await compareCoupons(db, coupons, issues) : []),
    ...(dictionaries ? await compareDictionaries(db, dictionaries, issues) : []),
  ];
  if (issues.length > 0) throw new AppError('BAD_REQUEST', { issues });
  return steps;
}

const toChange = ({ what, before, after }: Step): SheetChange => ({ what, before, after });

/** The changes that a sheet would make. BAD_REQUEST with every error and its path. */
export const planSheet = async ({ database }: Pick<Operator, 'database'>, sheet: Sheet): Promise<SheetChange[]> =>
  (await database.transaction().execute(trx => compareSheet(trx, sheet))).map(toChange);

/** Changes everything that a sheet names. Throws as `planSheet` does, NOTHING_CHANGES, or CHANGED_MEANWHILE. */
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
