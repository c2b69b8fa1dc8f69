// Tests following a batch through streams that break, stay silent or end too early.
import type { Task } from 'contract/task.ts';
import { describe, expect, test } from 'vitest';
import { type FollowCalls, followBatch, type StreamEvent } from './follow-batch.ts';

const task = (taskId: string, status: Task['status'], progress = 0) => ({ taskId, status, progress }) as Task;
const event = (name: string, of: Task, id: number): StreamEvent => ({ name, data: JSON.stringify(of), id: String(id) });
const broken = Object.assign(new Error('cut'), { status: 0 });

function follow(streams: (() => Iterable<StreamEvent>)[], polls: Task[][] = [], wanted = ['a', 'b']) {
  const open = new Set(wanted);
  const seen: Task[] = [];
  const resumedFrom: (string | undefined)[] = [];
  const log = { seen, resumedFrom, polls: 0, pauses: 0, open };
  const calls: FollowCalls = {
    async *openStream(lastEventId) {
      resumedFrom.push(lastEventId);
      const next = streams.shift();
      if (next) yield* next();
      else throw broken;
    },
    pollTasks: async () => {
      log.polls += 1;
      const answer = polls.shift();
      if (!answer) throw broken;
      return answer;
    },
    pause: async () => {
      log.pauses += 1;
      if (log.pauses > 60) throw new Error('follows forever');
    },
  };
  const job = {
    signal: new AbortController().signal,
    onTask: (news: Task) => {
      seen.push(news);
      if (['done', 'failed', 'cancelled'].includes(news.status)) open.delete(news.taskId);
    },
    isWanted: () => open.size > 0,
  };
  return { log, finished: followBatch(job, calls) };
}

describe('followBatch', () => {
  test('reads to the end of one stream', async () => {
    const { log, finished } = follow([
      () => [
        event('progress', task('a', 'running', 40), 1),
        event('done', task('a', 'done', 100), 2),
        event('failed', task('b', 'failed'), 3),
        { name: 'end', data: '{}', id: undefined },
      ],
    ]);
    await finished;
    expect(log.seen.map(news => news.status)).toEqual(['running', 'done', 'failed']);
    expect(log.resumedFrom).toEqual([undefined]);
  });

  test('resumes a broken stream after its last event', async () => {
    const { log, finished } = follow([
      function* () {
        yield event('progress', task('a', 'running', 40), 7);
        throw broken;
      },
      () => [event('done', task('a', 'done'), 8), event('done', task('b', 'done'), 9)],
    ]);
    await finished;
    expect(log.resumedFrom).toEqual([undefined, '7']);
  });

  test('keeps following after an end event that precedes a later task', async () => {
    const { log, finished } = follow([
      () => [event('done', task('a', 'done'), 1), { name: 'end', data: '{}', id: undefined }],
      () => [event('done', task('b', 'done'), 2)],
    ]);
    await finished;
    expect(log.open.size).toBe(0);
  });

  test('an end event after a missed update is resolved by one poll', async () => {
    const { log, finished } = follow(
      [() => [{ name: 'end', data: '{}', id: undefined }]],
      [[task('a', 'done'), task('b', 'failed')]],
    );
    await finished;
    expect(log.polls).toBe(1);
    expect(log.pauses).toBe(0);
  });

  test('polls while streams deliver nothing, until all tasks have ended', async () => {
    const { log, finished } = follow([() => [], () => [], () => []], [[task('a', 'done')], [task('b', 'done')]]);
    await finished;
    expect(log.polls).toBe(2);
  });

  test('continues following after a temporary network failure', async () => {
    const away = Array.from(
      { length: 5 },
      () =>
        function* (): Iterable<StreamEvent> {
          yield* [];
          throw broken;
        },
    );
    const { log, finished } = follow([...away.slice(0, 3)], [[], [], [task('a', 'done'), task('b', 'done')]]);
    await finished;
    expect(log.open.size).toBe(0);
  });

  test('stops following a batch of another owner', async () => {
    const { finished } = follow([
      function* () {
        yield* [];
        throw Object.assign(new Error('gone'), { status: 404 });
      },
    ]);
    await expect(finished).rejects.toThrow('gone');
  });

  test('throws if an event is not a task', async () => {
    const { finished } = follow([() => [{ name: 'done', data: 'not json', id: '1' }]]);
    await expect(finished).rejects.toThrow(SyntaxError);
  });
});
