// Reads server-sent events with fetch, which unlike EventSource can send the headers that identify the owner of the tasks.
import { createParser } from 'eventsource-parser';
import type { Transport } from './transport.ts';

export interface StreamEvent {
  readonly name: string;
  readonly data: string;
  readonly id: string | undefined;
}

/** A stream that was opened and then lost. */
class StreamBroken extends Error {
  readonly status = 0;
}

/** The server sends a heartbeat every 15 s; without data for this long, the connection is dead. */
const silenceMs = 40_000;

/** Yields an `open` event, then those of the server until it closes the stream. Throws with a `status` if it cannot be opened or breaks off. */
export async function* readEvents(
  open: Transport['open'],
  address: string,
  lastEventId: string | undefined,
  signal: AbortSignal,
): AsyncGenerator<StreamEvent> {
  const silence = new AbortController();
  const either = AbortSignal.any([signal, silence.signal]);
  const isSilent = () => silence.abort(new StreamBroken('the stream fell silent'));
  let timer = setTimeout(isSilent, silenceMs);
  const events: StreamEvent[] = [];
  const parser = createParser({
    onEvent: ({ event, id, data }) => events.push({ name: event ?? 'message', id, data }),
  });
  try {
    const headers = { accept: 'text/event-stream', ...(lastEventId !== undefined && { 'last-event-id': lastEventId }) };
    const response = await open(address, { headers, signal: either });
    yield { name: 'open', data: '', id: undefined };
    const reader = response.body?.getReader();
    const decoder = new TextDecoder();
    for (let chunk = await reader?.read(); chunk && !chunk.done; chunk = await reader?.read()) {
      clearTimeout(timer);
      timer = setTimeout(isSilent, silenceMs);
      parser.feed(decoder.decode(chunk.value, { stream: true }));
      yield* events.splice(0);
    }
  } catch (cause) {
    signal.throwIfAborted();
    // The body throws a TypeError if the connection is lost.
    throw cause instanceof TypeError ? new StreamBroken('the stream broke off', { cause }) : cause;
  } finally {
    clearTimeout(timer);
    // Leaving early, e.g. after the `end` event, also closes the connection.
    silence.abort();
  }
}
