// Lets requests wait for the next change of a task or a batch instead of polling.
import { EventEmitter } from 'node:events';
import type { Notices } from '../../adapters/notices.ts';
import { openPreviews, type Previews } from './previews.ts';

export interface Feed {
  /**
   * Collects changes from now on. `next` resolves at once if something changed since its last call, otherwise at the next change or after
   * `timeoutMs`, and returns whether something changed. Call `close` when done.
   */
  follow: (topic: FeedTopic) => { next: (timeoutMs: number) => Promise<boolean>; close: () => void };
  /** Whether the server is stopping: every follower is woken and should end. */
  isClosed: () => boolean;
  readonly previews: Previews;
  close: () => void;
}

type FeedTopic = { taskId: string; endOnly?: boolean } | { batchId: string };

const nameOf = (topic: FeedTopic) =>
  'batchId' in topic ? `batch:${topic.batchId}` : `${topic.endOnly ? 'end' : 'task'}:${topic.taskId}`;

export function openFeed(notices: Notices): Feed {
  const changes = new EventEmitter().setMaxListeners(0);
  let isClosed = false;
  const wakeAll = () => {
    for (const name of changes.eventNames()) changes.emit(name);
  };
  const previews = openPreviews(notices);
  const stops = [
    previews.close,
    notices.on('task-preview', ({ taskId }) => void changes.emit(`task:${taskId}`)),
    notices.on('task-changed', ({ taskId, batchId, ended }) => {
      changes.emit(`task:${taskId}`);
      if (ended) changes.emit(`end:${taskId}`);
      if (batchId) changes.emit(`batch:${batchId}`);
    }),
    // Notices were lost while the connection was down, so every follower reads again.
    notices.onReconnect(wakeAll),
  ];
  return {
    follow(topic) {
      const name = nameOf(topic);
      let hasChanged = false;
      let wake: (() => void) | undefined;
      const listener = () => {
        hasChanged = true;
        wake?.();
      };
      changes.on(name, listener);
      return {
        async next(timeoutMs) {
          if (!hasChanged && !isClosed) {
            await new Promise<void>(resolve => {
              const timer = setTimeout(resolve, timeoutMs);
              wake = () => {
                clearTimeout(timer);
                resolve();
              };
            });
            wake = undefined;
          }
          const answer = hasChanged;
          hasChanged = false;
          return answer;
        },
        close: () => {
          changes.off(name, listener);
          wake?.();
        },
      };
    },
    isClosed: () => isClosed,
    previews,
    close: () => {
      isClosed = true;
      wakeAll();
      for (const stop of stops) stop();
    },
  };
}
