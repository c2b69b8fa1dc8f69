// Asks the assistant and streams its answer into the conversation.
import { readRetryAfter } from '@pixwright/client/route-call.ts';
import { type ChatLine, chatProcess, maxEarlierMessages, maxMessageLength } from 'contract/routes/chat.ts';
import { requestHeaders } from '../api.ts';
import { CallError } from '../failures/call-error.ts';
import { withReference } from '../failures/error-rules.ts';
import { reactToFailure } from '../failures/react-to-failure.ts';
import { currentLanguage } from '../language-store.ts';
import { errorWords } from '../words/errors.ts';
import { changeChat, type Message, messagesOf, useChat, withMessage, withMessages } from './state.ts';

/** Aborts the answer of each conversation. */
const answering = new Map<string, AbortController>();

/** The request is aborted after this many milliseconds without data. */
const silenceMs = 60_000;

type Line = ChatLine | { readonly type: 'Fail'; readonly msg: string };

async function refusalOf(response: Response): Promise<CallError> {
  const told = (await response.json().catch(() => ({}))) as { code?: number; error?: string; msg?: string };
  const body = withReference(told, currentLanguage());
  const error = new CallError({
    status: response.status,
    code: body.code ?? response.status,
    error: body.error ?? 'UNKNOWN',
    msg: body.msg ?? errorWords[currentLanguage()].nothing,
    details: null,
    retryAfterSeconds: readRetryAfter(response.headers.get('retry-after'), Date.now()),
  });
  reactToFailure(error, body, true);
  return error;
}

/** Yields the lines of an answer. Only the last line of a chunk matters, because each line contains the whole text so far. */
async function* readLines(response: Response, move: () => void): AsyncGenerator<Line> {
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  try {
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      move();
      const lines = (rest + chunk.value).split('\n');
      rest = lines.pop() ?? '';
      const last = lines.findLast(line => line.trim());
      if (last) yield JSON.parse(last) as Line;
    }
    if (rest.trim()) yield JSON.parse(rest) as Line;
  } finally {
    // Closes the connection if the rest is not wanted. Of a stream that broke, the error has already been thrown by `read`.
    reader.cancel().catch(() => undefined);
  }
}

export const stopAnswer = (uuid: string): void => answering.get(uuid)?.abort();

/** Changes the last message, which is the answer. */
function patchAnswer(uuid: string, patch: Partial<Message>, mayWait = false): void {
  changeChat(
    state =>
      withMessages(state, uuid, data => data.map((one, at) => (at === data.length - 1 ? { ...one, ...patch } : one))),
    mayWait,
  );
}

/** Writes the answer into the conversation line by line. Throws a TypeError if it ends prematurely. */
async function receive(uuid: string, response: Response, move: () => void): Promise<void> {
  let isWhole = false;
  for await (const line of readLines(response, move)) {
    if ('type' in line) {
      patchAnswer(uuid, { isLoading: false, isError: true, ...keepText(uuid, line.msg) });
      return;
    }
    const { text, id, engine, model, instead, proposals, detail } = line;
    isWhole = detail.choices[0]?.finish_reason !== null;
    patchAnswer(uuid, { text, id, engine, model, instead, proposals }, true);
  }
  if (isWhole) patchAnswer(uuid, { isLoading: false });
  else throw new TypeError('the answer broke off');
}

/** Keeps the text received so far and appends the reason. */
function keepText(uuid: string, reason: string): Pick<Message, 'text'> {
  const text = messagesOf(useChat.getState(), uuid).at(-1)?.text ?? '';
  return { text: text ? `${text}\n\n${reason}` : reason };
}

async function fetchAnswer(uuid: string, prompt: string, earlier: readonly Message[]): Promise<void> {
  const stop = new AbortController();
  const silence = new AbortController();
  answering.set(uuid, stop);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const move = () => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), silenceMs);
  };
  move();
  const language = currentLanguage();
  changeChat(state => withMessage(state, uuid, { text: '', isOwn: false, isLoading: true }));
  const told = useChat.getState().usingContext ? earlier.filter(({ isError, text }) => !isError && text) : [];
  try {
    const response = await fetch(chatProcess.path, {
      method: 'POST',
      headers: { ...requestHeaders(), 'content-type': 'application/json' },
      body: JSON.stringify({
        prompt,
        options: { conversationId: uuid, parentMessageId: told.findLast(({ id }) => id)?.id },
        messages: told
          .slice(-maxEarlierMessages)
          .map(({ isOwn, text }) => ({ role: isOwn ? 'user' : 'assistant', text: text.slice(0, maxMessageLength) })),
      }),
      signal: AbortSignal.any([stop.signal, silence.signal]),
      cache: 'no-store',
    });
    if (!response.ok || !response.body) throw await refusalOf(response);
    await receive(uuid, response, move);
  } catch (error) {
    if (stop.signal.aborted) patchAnswer(uuid, { isLoading: false, isStopped: true });
    else {
      const words = errorWords[language];
      const reason = error instanceof CallError ? error.msg : silence.signal.aborted ? words.timeout : words.offline;
      patchAnswer(uuid, { isLoading: false, isError: true, ...keepText(uuid, reason) });
    }
  } finally {
    clearTimeout(timer);
    answering.delete(uuid);
  }
}

export function ask(uuid: string, prompt: string): Promise<void> {
  const earlier = messagesOf(useChat.getState(), uuid);
  changeChat(state => withMessage(state, uuid, { text: prompt, isOwn: true }));
  return fetchAnswer(uuid, prompt, earlier);
}

/** Asks the last question again and replaces its answer. */
export function askAgain(uuid: string): Promise<void> {
  const data = messagesOf(useChat.getState(), uuid);
  const at = data.findLastIndex(({ isOwn }) => isOwn);
  const question = data[at];
  if (!question) return Promise.resolve();
  changeChat(state => withMessages(state, uuid, () => data.slice(0, at + 1)));
  return fetchAnswer(uuid, question.text, data.slice(0, at));
}
