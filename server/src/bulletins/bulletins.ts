// Bulletins: what the operator tells everyone, from its publication until it is withdrawn or its time is over.
import { AppError } from 'contract/errors.ts';
import type { Bulletin } from 'contract/routes/bulletins.ts';
import type { OperatorBulletin } from 'contract/routes/operators.ts';
import type { Language } from 'contract/words.ts';
import type { Querier } from '../adapters/postgres.ts';
import { insertBulletin, listAll, listShown, setWithdrawn } from './store.ts';

/** A page shows the first of them; more would keep people from their pictures. */
const maxShown = 5;
const maxListed = 100;

export async function readBulletins(db: Querier, language: Language): Promise<Bulletin[]> {
  const rows = await listShown(db, maxShown);
  return rows.map(row => ({
    id: row.id,
    tone: row.tone,
    title: row.title[language],
    text: row.text[language],
    startsAt: row.starts_at.toISOString(),
    endsAt: row.ends_at?.toISOString() ?? null,
  }));
}

export async function readAllBulletins(db: Querier): Promise<OperatorBulletin[]> {
  const rows = await listAll(db, maxListed);
  return rows.map(row => ({
    id: row.id,
    tone: row.tone,
    title: row.title,
    text: row.text,
    startsAt: row.starts_at.toISOString(),
    endsAt: row.ends_at?.toISOString() ?? null,
    withdrawnAt: row.withdrawn_at?.toISOString() ?? null,
    isShown: row.is_shown,
  }));
}

export type NewBulletin = Pick<OperatorBulletin, 'tone' | 'title' | 'text'> & {
  /** How long it is shown; until it is withdrawn if left out. */
  readonly hours?: number | undefined;
};

/** Returns its id. */
export const addBulletin = (db: Querier, { tone, title, text, hours }: NewBulletin): Promise<string> =>
  insertBulletin(db, { tone, title: JSON.stringify(title), text: JSON.stringify(text) }, hours);

/** BULLETIN_NOT_FOUND for one that is not there, or was withdrawn before. */
export async function takeBulletinAway(db: Querier, id: string): Promise<void> {
  if (!(await setWithdrawn(db, id))) throw new AppError('BULLETIN_NOT_FOUND');
}
