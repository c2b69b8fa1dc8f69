// Tests following tasks through streams that break, stay silent or end too early.
import type { Task } from 'contract/task.ts';
import { describe, expect, test } from 'vitest';
import { type Patience, usualPatience } from './attempt.ts';
import { followTasks, type Source } from './follow.ts';
import type { StreamEvent } from './read-events.ts';

const task = (taskId: string, status: Task['status'], progress = 0) => ({ taskId, status, progress }) as Task;
const event = (name: string, of: Task, id: number): StreamEvent => ({ name, data: JSON.stringify(of), id: String(id) });
const broken = Object.assign(new Error('cut'), { status: 0 });

function follow(
  streams: (() => Iterable<StreamEvent>)[],
  polls: (Task[] | Error)[] = [],
  wanted = ['a', 'b'],
  patience: Partial<Patience> = {},
) {
  const open = new Set(wanted);
  const seen: Task[] = [];
  const resumedFrom: (string | undefined)[] = [];
  const log = { seen, resumedFrom, polls: 0, pauses: [] as number[], open };
  const source: Source = {
    pollMs: 2000,
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
      if (answer instanceof Error) throw answer;
      return answer;
    },
  };
  const pause = async (ms: number) => {
    log.pauses.push(ms);
    if (log.pauses.length > 60) throw new Error('follows forever');
  };
  const job = {
    signal: new AbortController().signal,
    onTask: (news: Task) => {
      seen.push(news);
      if (['done', 'failed', 'cancelled'].includes(news.status)) open.delete(news.taskId);
    },
    isWanted: () => open.size > 0,
  };
  return { log, finished: followTasks(job, source, { ...usualPatience, pause, ...patience }) };
}

describe('followTasks', () => {
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
    expect(log.pauses).toEqual([]);
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

  test('a refused stream is polled instead, as often as the server asks to wait', async () => {
    const full = Object.assign(new Error('full'), { status: 429, retryAfterSeconds: 4 });
    const refused = function* (): Iterable<StreamEvent> {
      yield* [];
      throw full;
    };
    const { log, finished } = follow(
      [refused, () => [event('done', task('b', 'done'), 3)]],
      [[task('a', 'running')], [task('a', 'done')]],
    );
    await finished;
    expect([log.polls, log.resumedFrom.length]).toEqual([2, 2]);
  });

  test('an invalid key ends the following, told by the stream and by a poll', async () => {
    const invalid = Object.assign(new Error('KEY_INVALID'), { status: 401 });
    const refused = function* (): Iterable<StreamEvent> {
      yield* [];
      throw invalid;
    };
    const { log, finished } = follow([refused], [invalid]);
    await expect(finished).rejects.toBe(invalid);
    expect(log.polls).toBe(1);
  });

  test('gives up on a server that is away for longer than the patience, but not while streams open', async () => {
    let now = 0;
    const patience = { giveUpAfterMs: 1000, now: () => (now += 400) };
    const lost = function* (): Iterable<StreamEvent> {
      yield* [];
      throw broken;
    };
    await expect(follow([lost], [], ['a'], patience).finished).rejects.toBe(broken);
    const silent = () => [{ name: 'open', data: '', id: undefined }];
    now = 0;
    const { finished } = follow([lost, silent, lost], [[task('a', 'done')]], ['a'], {
      ...patience,
      giveUpAfterMs: 300,
    });
    await finished;
  });
});
