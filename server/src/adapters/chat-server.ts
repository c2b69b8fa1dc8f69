// A model server with OpenAI's streaming call /chat/completions. Its URL and key stay in this file, and its answers are untrusted input.
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';

export interface ChatServerSettings {
  /** The full URL of the call. */
  readonly url: string;
  readonly key?: string | undefined;
  readonly model: string;
}

export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

/** A function that the model may call: its name, its purpose, and its arguments as a JSON schema. */
interface ChatFunction {
  readonly name: string;
  readonly description: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

export type ChatPiece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'call'; readonly name: string; readonly arguments: string }
  | { readonly kind: 'end'; readonly reason: 'stop' | 'length' | 'content_filter' };

/** The server could not be reached, or its answer is invalid. The message is for the log. */
class ChatServerFault extends Error {
  override readonly name = 'ChatServerFault';
}

export interface ChatLimits {
  /** Time limit until the first byte, and between bytes. */
  readonly idleMs: number;
  /** Time limit of the whole answer, however steadily data arrives. */
  readonly wholeMs?: number;
  /** Pause before the single retry. */
  readonly pauseMs: number;
}

const usualLimits: ChatLimits = { idleMs: 30_000, pauseMs: 500 };
const usualWholeMs = 180_000;
const maxAnswerTokens = 1200;
const maxStreamBytes = 4 * 1024 * 1024;
const maxLineLength = 256 * 1024;
const maxCallLetters = 4000;

const chunkSchema = z.object({
  choices: z
    .array(
      z.object({
        delta: z
          .object({
            content: z.string().nullish(),
            refusal: z.string().nullish(),
            tool_calls: z
              .array(
                z.object({
                  index: z.number().int().min(0).max(16).default(0),
                  function: z.object({ name: z.string().nullish(), arguments: z.string().nullish() }).nullish(),
                }),
              )
              .nullish(),
          })
          .nullish(),
        finish_reason: z.string().nullish(),
      }),
    )
    .nullish(),
  error: z.unknown().optional(),
});

/** Whether a retry is safe: with these statuses nothing was generated or charged, because the server is busy or unavailable. */
const mayPass = (status: number) => status === 429 || status === 502 || status === 503;

async function askOnce(
  server: ChatServerSettings,
  body: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
): Promise<Response> {
  try {
    return await fetch(server.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'text/event-stream',
        ...(server.key && { authorization: `Bearer ${server.key}` }),
      },
      body: JSON.stringify(body),
      signal,
      // Following a redirect would send the key to another host.
      redirect: 'error',
    });
  } catch (cause) {
    throw new ChatServerFault('the chat server could not be reached', { cause });
  }
}

/** The data of each event. Throws ChatServerFault if the stream is too long or stalls. */
async function* readEvents(response: Response, watch: { move: () => void }): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let bytes = 0;
  let rest = '';
  for await (const chunk of response.body ?? []) {
    watch.move();
    bytes += chunk.length;
    if (bytes > maxStreamBytes) throw new ChatServerFault(`the answer has more than ${maxStreamBytes} bytes`);
    const lines = (rest + decoder.decode(chunk, { stream: true })).split(/\r?\n/);
    rest = lines.pop() ?? '';
    if (rest.length > maxLineLength) throw new ChatServerFault('a line of the answer is too long');
    for (const line of lines) if (line.startsWith('data:')) yield line.slice(5).trim();
  }
  if (rest.startsWith('data:')) yield rest.slice(5).trim();
}

function readChunk(data: string): z.output<typeof chunkSchema> {
  let parsed: z.output<typeof chunkSchema>;
  try {
    parsed = chunkSchema.parse(JSON.parse(data));
  } catch (cause) {
    throw new ChatServerFault('an event of the answer is not of the published form', { cause });
  }
  if (parsed.error !== undefined && parsed.error !== null) throw new ChatServerFault('the answer holds an error');
  return parsed;
}

const reasons = {
  stop: 'stop',
  tool_calls: 'stop',
  function_call: 'stop',
  length: 'length',
  content_filter: 'content_filter',
} as const;

/**
 * Asks the server and yields the pieces of its answer as they arrive, the last one of kind `end`. Throws ChatServerFault if there is no
 * answer, or if it breaks off without an end. Retries only if the server refused to start an answer.
 */
export async function* askChatServer(
  server: ChatServerSettings,
  question: { readonly messages: readonly ChatMessage[]; readonly functions: readonly ChatFunction[] },
  signal: AbortSignal,
  { idleMs, pauseMs, wholeMs = usualWholeMs }: ChatLimits = usualLimits,
): AsyncGenerator<ChatPiece> {
  const stall = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const move = () => {
    clearTimeout(timer);
    timer = setTimeout(() => stall.abort(new ChatServerFault(`nothing came for ${idleMs} ms`)), idleMs);
  };
  const whole = setTimeout(() => stall.abort(new ChatServerFault(`the answer took more than ${wholeMs} ms`)), wholeMs);
  const either = AbortSignal.any([signal, stall.signal]);
  const plain = { model: server.model, messages: question.messages, stream: true };
  const full = {
    ...plain,
    max_tokens: maxAnswerTokens,
    // An empty list is refused.
    ...(question.functions.length > 0 && {
      tools: question.functions.map(described => ({ type: 'function', function: described })),
    }),
  };
  move();
  try {
    let response = await askOnce(server, full, either);
    // Some servers support neither functions nor this token limit.
    if (response.status === 400 || response.status === 422) {
      await response.body?.cancel();
      response = await askOnce(server, plain, either);
    } else if (mayPass(response.status)) {
      await response.body?.cancel();
      await sleep(pauseMs, undefined, { signal: either });
      response = await askOnce(server, full, either);
    }
    if (!response.ok || !response.headers.get('content-type')?.includes('text/event-stream')) {
      await response.body?.cancel();
      throw new ChatServerFault(`the chat server answered ${response.status}`);
    }
    yield* readPieces(response, { move });
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (stall.signal.aborted) throw stall.signal.reason;
    if (error instanceof ChatServerFault) throw error;
    throw new ChatServerFault('the answer broke off', { cause: error });
  } finally {
    clearTimeout(timer);
    clearTimeout(whole);
  }
}

async function* readPieces(response: Response, watch: { move: () => void }): AsyncGenerator<ChatPiece> {
  const calls = new Map<number, { name: string; arguments: string }>();
  let end: 'stop' | 'length' | 'content_filter' | undefined;
  for await (const data of readEvents(response, watch)) {
    if (data === '[DONE]') break;
    if (data === '') continue;
    const choice = readChunk(data).choices?.[0];
    const text = choice?.delta?.content;
    if (text) yield { kind: 'text', text };
    if (choice?.delta?.refusal) end = 'content_filter';
    for (const { index, function: called } of choice?.delta?.tool_calls ?? []) {
      const known = calls.get(index) ?? { name: '', arguments: '' };
      known.name += called?.name ?? '';
      known.arguments = (known.arguments + (called?.arguments ?? '')).slice(0, maxCallLetters);
      calls.set(index, known);
    }
    const reason = choice?.finish_reason;
    if (reason) end ??= Object.hasOwn(reasons, reason) ? reasons[reason as keyof typeof reasons] : 'stop';
  }
  if (end === undefined) throw new ChatServerFault('the answer broke off without an end');
  for (const call of calls.values()) yield { kind: 'call', ...call };
  yield { kind: 'end', reason: end };
}
