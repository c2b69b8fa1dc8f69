// Reads a server-sent event stream to its end, as a client that resumes would.
import type { Task } from 'contract/task.ts';

export interface SeenEvent {
  readonly id: number;
  readonly event: string;
  readonly task: Task;
}

/** All events of a stream; `stopAfter` and `isEnough` hang up early, as a proxy does. */
export async function readEvents(
  url: string,
  headers: Record<string, string>,
  options: { lastEventId?: number; stopAfter?: number; isEnough?: (events: readonly SeenEvent[]) => boolean } = {},
): Promise<{ status: number; events: SeenEvent[] }> {
  const resume = options.lastEventId === undefined ? {} : { 'last-event-id': String(options.lastEventId) };
  const reply = await fetch(url, { headers: { ...headers, ...resume } });
  const events: SeenEvent[] = [];
  let text = '';
  for await (const chunk of reply.body ?? []) {
    text += Buffer.from(chunk).toString();
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const fields = new Map(
        text
          .slice(0, end)
          .split('\n')
          .map(line => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
      );
      text = text.slice(end + 2);
      if (!fields.has('data')) continue;
      events.push({
        id: Number(fields.get('id') ?? -1),
        event: fields.get('event') ?? '',
        task: JSON.parse(fields.get('data') ?? '{}'),
      });
      if (events.length === options.stopAfter || options.isEnough?.(events)) {
        return { status: reply.status, events };
      }
    }
  }
  return { status: reply.status, events };
}
