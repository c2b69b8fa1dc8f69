// Requests to a chat server and the handling of its answers, against a server that checks each request.
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  beginEvents,
  type ChatStandIn,
  callFunction,
  playChatServer,
  refuseWith,
  say,
  standInKey,
  writeText,
} from '../../testing/chat-stand-in.ts';
import { askChatServer, type ChatPiece } from './chat-server.ts';

let standIn: ChatStandIn;
beforeAll(async () => {
  standIn = await playChatServer();
});
afterAll(() => standIn.stop());
beforeEach(() => {
  standIn.asked.length = 0;
});

const question = {
  messages: [{ role: 'user' as const, content: 'Hi' }],
  functions: [{ name: 'propose_tool', description: 'd', parameters: { type: 'object', properties: {} } }],
};

async function ask(idleMs = 20_000, signal = new AbortController().signal, wholeMs = 60_000): Promise<ChatPiece[]> {
  const server = { url: `${standIn.url}/chat/completions`, key: standInKey, model: 'small' };
  const pieces: ChatPiece[] = [];
  for await (const piece of askChatServer(server, question, signal, { idleMs, pauseMs: 1, wholeMs }))
    pieces.push(piece);
  return pieces;
}

const textOf = (pieces: readonly ChatPiece[]) =>
  pieces.map(piece => (piece.kind === 'text' ? piece.text : '')).join('');

test('an answer is streamed, and each request matches the published schema', async () => {
  standIn.answer = say(['你好', '，', 'world']);
  const pieces = await ask();
  expect(textOf(pieces)).toBe('你好，world');
  expect(pieces.at(-1)).toEqual({ kind: 'end', reason: 'stop' });
  expect(standIn.asked[0]).toMatchObject({ model: 'small', stream: true, tools: [{ type: 'function' }] });
  expect(standIn.faults).toEqual([]);
});

test('a function call is assembled from its fragments', async () => {
  standIn.answer = callFunction('propose_tool', '{"tool":"compress"}');
  expect(await ask()).toEqual([
    { kind: 'call', name: 'propose_tool', arguments: '{"tool":"compress"}' },
    { kind: 'end', reason: 'stop' },
  ]);
});

test.each([
  ['length', 'length'],
  ['content_filter', 'content_filter'],
  ['something_new', 'stop'],
  ['constructor', 'stop'],
] as const)('an answer that ends by %s', async (said, reason) => {
  standIn.answer = say(['x'], said);
  expect((await ask()).at(-1)).toEqual({ kind: 'end', reason });
});

test('a server that does not support functions is asked without them', async () => {
  standIn.answer = (reply, asked) => (asked.tools ? refuseWith(400) : say(['plain']))(reply, asked);
  expect(textOf(await ask())).toBe('plain');
});

test('a busy server is asked once more, a failing one is not', async () => {
  standIn.answer = (reply, asked) => (standIn.asked.length === 1 ? refuseWith(503) : say(['now']))(reply, asked);
  expect(textOf(await ask())).toBe('now');
  standIn.asked.length = 0;
  standIn.answer = refuseWith(500);
  await expect(ask()).rejects.toThrow('answered 500');
  expect(standIn.asked).toHaveLength(1);
});

/** Starts an answer, with some text or none, and then calls `go`. */
const begin =
  (go: (reply: ServerResponse) => unknown, text = ''): ChatStandIn['answer'] =>
  reply => {
    beginEvents(reply);
    if (text) writeText(reply, text);
    go(reply);
  };

describe('an invalid answer', () => {
  test.each([
    ['a page', reply => reply.writeHead(200, { 'content-type': 'text/html' }).end('<html>')],
    ['a redirect', reply => reply.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()],
    ['garbage', begin(reply => reply.end('data: {"choices":7}\n\n'))],
    ['an error on the way', begin(reply => reply.end('data: {"error":{"message":"no"}}\n\n'))],
    ['a cut', begin(reply => setTimeout(() => reply.destroy(), 20), 'half')],
    ['an end without a reason', begin(reply => reply.end(), 'half')],
    ['an endless line', begin(reply => reply.write(`data: ${'x'.repeat(300_000)}`))],
  ] satisfies [string, ChatStandIn['answer']][])('%s', async (_name, answer) => {
    standIn.answer = answer;
    await expect(ask()).rejects.toMatchObject({ name: 'ChatServerFault' });
  });

  test('no answer at all', async () => {
    standIn.answer = reply => beginEvents(reply);
    await expect(ask(50)).rejects.toThrow('nothing came for 50 ms');
  });
});

test('aborting disconnects', async () => {
  const stop = new AbortController();
  const { promise: left, resolve: leave } = Promise.withResolvers<void>();
  standIn.answer = reply => {
    reply.once('close', leave);
    beginEvents(reply);
    writeText(reply, 'first');
    stop.abort(new Error('stopped'));
  };
  await expect(ask(20_000, stop.signal)).rejects.toThrow('stopped');
  await left;
});

test.each([
  ['words', ' word'],
  ['comments that keep the line open', undefined],
])('a server that sends %s endlessly is disconnected at its time limit', async (_what, text) => {
  const { promise: left, resolve: leave } = Promise.withResolvers<void>();
  standIn.answer = reply => {
    beginEvents(reply);
    writeText(reply, 'Hello');
    const drip = setInterval(() => (text ? writeText(reply, text) : reply.write(': still here\n\n')), 20);
    reply.once('close', () => {
      clearInterval(drip);
      leave();
    });
  };
  await expect(ask(20_000, AbortSignal.timeout(30_000), 400)).rejects.toThrow('the answer took more than 400 ms');
  await left;
});
