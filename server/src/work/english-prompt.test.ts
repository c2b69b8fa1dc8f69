// Prompts in English: what the chat server is asked, which of its replies are used, and that the vocabulary takes over when it fails.
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type ChatStandIn, playChatServer, refuseWith, say, standInKey } from '../../testing/chat-stand-in.ts';
import { putInEnglish } from './english-prompt.ts';

let chat: ChatStandIn;
let failures: unknown[] = [];
beforeAll(async () => {
  chat = await playChatServer();
});
afterAll(() => chat.stop());
beforeEach(() => {
  failures = [];
  chat.asked.length = 0;
});

const put = (prompt: string, negativePrompt = '', server = true) =>
  putInEnglish(
    { prompt, negativePrompt },
    {
      chat: server ? { url: `${chat.url}/chat/completions`, key: standInKey, model: 'm' } : null,
      signal: new AbortController().signal,
      onFailure: error => failures.push(error),
    },
  );

test('a prompt in English is sent as it is, and no server is asked', async () => {
  const prompt = 'A Cat, (rain:1.2) <lora:水墨:1>';
  expect(await put(prompt, 'blurry')).toEqual({ prompt, negativePrompt: 'blurry', by: 'writer', unknown: [] });
  expect(chat.asked).toEqual([]);
});

test('the chat server translates both prompts, each on its own, without functions', async () => {
  chat.answer = (reply, asked) => say([asked.messages[1]!.content === '一只猫' ? 'a cat\n' : '"blur"'])(reply, asked);
  expect(await put('一只猫', '模糊')).toEqual({ prompt: 'a cat', negativePrompt: 'blur', by: 'chat', unknown: [] });
  expect(chat.asked.map(({ tools }) => tools)).toEqual([undefined, undefined]);
  expect(chat.asked.map(({ messages }) => messages.map(({ role }) => role))).toEqual([
    ['system', 'user'],
    ['system', 'user'],
  ]);
  expect([chat.faults, failures]).toEqual([[], []]);
});

test('a reply becomes one line without control characters', async () => {
  chat.answer = say(['a cat\r\n\u0007', 'on\u2028 a\u202e table ']);
  expect(await put('桌子上的猫')).toMatchObject({ prompt: 'a cat on a table', by: 'chat' });
});

const useless: readonly (readonly [string, ChatStandIn['answer']])[] = [
  ['is empty', say([' '])],
  ['is still Chinese', say(['一只猫'])],
  ['loads another model', say(['a cat <lora:other:1>'])],
  ['is endless', say(Array.from({ length: 100 }, () => 'very '.repeat(100)))],
  ['is cut off', say(['a cat'], 'length')],
  ['is refused', say([''], 'content_filter')],
  ['is an error', refuseWith(500)],
];
test.each(useless)('a reply that %s is not used: the vocabulary translates', async (_, answer) => {
  chat.answer = answer;
  expect(await put('一只红色的猫')).toEqual({ prompt: 'red cat', negativePrompt: '', by: 'words', unknown: [] });
  expect(failures).toHaveLength(1);
});

test('without a chat server the vocabulary translates, and names what it does not know', async () => {
  expect(await put('火锅旁边的猫', '飞碟茶杯', false)).toMatchObject({
    by: 'words',
    unknown: expect.arrayContaining(['火锅']),
  });
  // Nothing but words that say nothing.
  expect(await put('一幅画', '', false)).toMatchObject({ prompt: '一幅画', by: 'words' });
});

test('a run that ended is not translated for', async () => {
  const stop = new AbortController();
  stop.abort(new Error('stopped'));
  const translator = {
    chat: { url: chat.url, model: 'm' },
    signal: stop.signal,
    onFailure: pino({ enabled: false }).warn,
  };
  await expect(putInEnglish({ prompt: '猫', negativePrompt: '' }, translator)).rejects.toThrow('stopped');
});
