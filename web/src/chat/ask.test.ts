// Tests that an answer that is not read to its end is not received any further.
import { expect, test, vi } from 'vitest';
import { ask } from './ask.ts';
import { changeChat, messagesOf, useChat, withHistory } from './state.ts';

vi.mock('virtual:tile-words/zh', () => ({ tileWords: {} }));
vi.mock('virtual:tile-words/en', () => ({ tileWords: {} }));

test.each([
  ['a failure of the assistant', '{"type":"Fail","msg":"overloaded"}\n', 'overloaded'],
  ['a garbled line', '{"text":\n', undefined],
])('after %s, the connection is closed', async (_, line, said) => {
  let isCancelled = false;
  const body = new ReadableStream<Uint8Array>({
    start: stream => stream.enqueue(new TextEncoder().encode(line)),
    cancel: () => {
      isCancelled = true;
    },
  });
  vi.stubGlobal('document', { cookie: '' });
  vi.stubGlobal('fetch', async () => new Response(body));
  changeChat(state => withHistory(state, 'c'));
  await ask('c', 'hello');
  const last = messagesOf(useChat.getState(), 'c').at(-1);
  expect(last).toMatchObject({ isError: true, isLoading: false, ...(said && { text: said }) });
  await expect.poll(() => isCancelled).toBe(true);
});
