// The service behind the streams of a test server, called directly, so that a test can read a stream event by event.
import type { TaskService } from '../src/tasks/batches/batches.ts';
import type { Reader } from '../src/tasks/streams/events.ts';
import { openFeed } from '../src/tasks/streams/feed.ts';
import type { TestServer } from './server.ts';

/** Close its `feed` before the server stops. */
export function openTaskService({ parts }: TestServer): TaskService {
  const { database, objects, secret, now, config } = parts;
  return {
    parts,
    feed: openFeed(parts.notices),
    presenter: { database, objects, secret, census: { read: async () => ({ image: 1 }) }, now, config },
    holdOwner: async () => true,
    openLinked: () => Promise.reject(new Error('no test of streams opens a linked file')),
    admitWebhook: () => Promise.reject(new Error('no test of streams names a webhook')),
    isStillLoggedIn: async () => true,
  };
}

/** A reader of English events that has seen nothing yet. */
export const makeReader = (over: Partial<Reader> = {}): Reader => ({
  audience: { baseUrl: 'http://localhost', language: 'en' },
  lastSeen: -1,
  mayGoOn: async () => true,
  ...over,
});
