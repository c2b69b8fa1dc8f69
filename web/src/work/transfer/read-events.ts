// Reads server-sent events with fetch, which unlike EventSource can send the headers that identify the owner of the tasks.
import { createParser } from 'eventsource-parser';
import { readRetryAfter } from '../../failures/call-error.ts';
import type { StreamEvent } from './follow-batch.ts';
import { SendError } from './send-bytes.ts';

/** The server sends a heartbeat every 15 s; without data for this long, the connection is dead. */
const silenceMs = 40_000;

/** Yields events until the server closes the stream. Throws with a `status` if it cannot be opened or breaks off. */
export async function* readEvents(
  address: string,
  headers: Readonly<Record<string, string>>,
  lastEventId: string | undefined,
  signal: AbortSignal,
): AsyncGenerator<StreamEvent> {
  const silence = new AbortController();
  const either = AbortSignal.any([signal, silence.signal]);
  let timer = setTimeout(() => silence.abort(), silenceMs);
  const events: StreamEvent[] = [];
  const parser = createParser({
    onEvent: ({ event, id, data }) => events.push({ name: event ?? 'message', id, data }),
  });
  try {
    const response = await fetch(address, {
      headers: { ...headers, accept: 'text/event-stream', ...(lastEventId ? { 'last-event-id': lastEventId } : {}) },
      signal: either,
      cache: 'no-store',
    });
    if (!response.ok || !response.body)
      throw new SendError(response.status, readRetryAfter(response.headers.get('retry-after'), Date.now()));
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), silenceMs);
      parser.feed(chunk.value);
      yield* events.splice(0);
    }
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    // fetch and its body throw a TypeError if the connection is lost; a silent connection is aborted above.
    if (error instanceof TypeError || silence.signal.aborted) throw new SendError(0, null);
    throw error;
  } finally {
    clearTimeout(timer);
    // Leaving early, e.g. after the `end` event, also closes the connection.
    silence.abort();
  }
}
