// The operators' views of people, orders and acts, combined from the nouns that store them.
import { AppError } from 'contract/errors.ts';
import type { Overview } from 'contract/routes/operator-needs.ts';
import type { OperatorAct, OperatorOrder, PersonView, QueueView } from 'contract/routes/operators.ts';
import { lanes } from 'contract/tool.ts';
import { findPersonByName, nickNamesOf } from '../accounts/find-person.ts';
import type { Querier } from '../adapters/postgres.ts';
import { keysOf } from '../api-keys/api-keys.ts';
import { isBackupLate, readBackupState } from '../backups/schedule.ts';
import { ownerOfAccount } from '../http/owner.ts';
import { listOrdersFor, type OrderFilters } from '../orders/overview.ts';
import type { Parts } from '../parts.ts';
import { describeMoney } from '../points/records.ts';
import { describeQueue, tasksOf } from '../tasks/overview.ts';
import { describeWallet } from './acts.ts';
import { subjectOfLane } from './lanes.ts';
import { type ActRow, findLatestPlace, findLatestPlaces, listActs } from './store.ts';

interface Page {
  readonly page: number;
  readonly size: number;
}

/** Maximum number of lines in each list of a person. */
const maxLines = 50;

async function nameOperators(db: Querier, rows: readonly ActRow[]): Promise<OperatorAct[]> {
  const names = await nickNamesOf(
    db,
    rows.map(row => row.operator),
  );
  return rows.map(row => ({
    id: row.id,
    place: row.place,
    act: row.act,
    operator: names.get(row.operator) ?? row.operator,
    subject: row.subject,
    reason: row.reason,
    details: row.details,
    createdAt: row.created_at.toISOString(),
  }));
}

export async function describeActs(db: Querier, page: Page): Promise<{ list: OperatorAct[]; total: number }> {
  const { list, total } = await listActs(db, page);
  return { list: await nameOperators(db, list), total };
}

/** Orders, each with the number of the latest act on it. */
export async function ordersWithSeen(
  db: Querier,
  filters: OrderFilters,
  page: Page,
): Promise<{ list: OperatorOrder[]; total: number }> {
  const { list, total } = await listOrdersFor(db, filters, page);
  const places = await findLatestPlaces(
    db,
    list.map(order => order.orderNo),
  );
  return { list: list.map(order => ({ ...order, seen: places.get(order.orderNo) ?? 0 })), total };
}

/** ACCOUNT_NOT_FOUND. */
export async function viewPerson(db: Querier, { config }: Pick<Parts, 'config'>, id: string): Promise<PersonView> {
  const first = { page: 1, size: maxLines };
  // Read first: an act that commits in between makes this view stale, and `seen` must not include it.
  const seen = await findLatestPlace(db, id);
  const [person, tasks, apiKeys, acts] = await Promise.all([
    findPersonByName(db, id),
    tasksOf(db, ownerOfAccount(id), maxLines),
    keysOf(db, { config }, id),
    listActs(db, { ...first, subject: id }),
  ]);
  if (!person) throw new AppError('ACCOUNT_NOT_FOUND');
  const view = { person, tasks, apiKeys, acts: await nameOperators(db, acts.list), seen };
  if (!config.membership) return { ...view, wallet: null, holds: null, ledger: null, orders: null };
  const [wallet, money, orders] = await Promise.all([
    describeWallet(db, id),
    describeMoney(db, id, maxLines),
    ordersWithSeen(db, { search: id }, first),
  ]);
  return { ...view, wallet, ...money, orders: orders.list };
}

/** The queue, each lane with the number of the latest act on it. */
export async function viewQueue(db: Querier): Promise<QueueView> {
  // Read first: an act that commits in between makes this view stale, and `seen` must not include it.
  const places = await findLatestPlaces(db, lanes.map(subjectOfLane));
  const queue = await describeQueue(db);
  return {
    ...queue,
    lanes: queue.lanes.map(one => ({ ...one, seen: places.get(subjectOfLane(one.lane)) ?? 0 })),
  };
}

/** Maximum number of stuck orders and of failing calls in the overview; their own pages list all. */
const maxNeeds = 10;

/** What needs an operator. */
export async function viewOverview({
  database,
  config,
  disk,
  now,
}: Pick<Parts, 'database' | 'config' | 'disk' | 'now'>): Promise<Overview> {
  const newest = { page: 1, size: maxNeeds };
  const [stuck, refundRequests, queue, { freeBytes, isLow }, backups] = await Promise.all([
    config.membership ? ordersWithSeen(database, { state: 'stuck' }, newest) : null,
    config.membership ? ordersWithSeen(database, { state: 'asked' }, newest) : null,
    describeQueue(database),
    disk.state(),
    config.backups ? readBackupState(database) : null,
  ]);
  return {
    stuck,
    refundRequests,
    failures: queue.tools
      .filter(({ failed }) => failed > 0)
      .sort((a, b) => b.failed - a.failed)
      .slice(0, maxNeeds),
    idleLanes: queue.lanes
      .filter(({ waiting, width }) => waiting > 0 && width === 0)
      .map(({ lane, waiting }) => ({ lane, waiting })),
    pausedLanes: queue.lanes.filter(({ isPaused }) => isPaused).map(({ lane, waiting }) => ({ lane, waiting })),
    backup: backups &&
      config.backups && {
        lastAt: backups.last?.at.toISOString() ?? null,
        bytes: backups.last?.bytes ?? null,
        hasFailed: backups.hasFailed,
        isLate: isBackupLate(backups, config.backups.everyHours, now()),
      },
    disk: Number.isFinite(freeBytes) ? { freeBytes, reserveBytes: config.diskReserveBytes, isLow } : null,
  };
}
