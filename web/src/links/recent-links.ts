// The links that were parsed last in this browser, for another time.
import { create } from 'zustand';
import { listen } from '../events.ts';
import { readStoredList, store } from '../storage.ts';

interface RecentLink {
  readonly link: string;
  readonly title: string;
}

const max = 8;

export const useRecentLinks = create<readonly RecentLink[]>()(() =>
  readStoredList<RecentLink>('links.recent').slice(0, max),
);

export function remember(link: string, title: string): void {
  const recent = [{ link, title }, ...useRecentLinks.getState().filter(one => one.link !== link)].slice(0, max);
  useRecentLinks.setState(recent, true);
  store('links.recent', JSON.stringify(recent));
}

export function forgetRecent(): void {
  useRecentLinks.setState([], true);
  store('links.recent', null);
}

listen('work:forget', () => useRecentLinks.setState([], true));
