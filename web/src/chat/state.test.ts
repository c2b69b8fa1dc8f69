// Tests the rules of conversations: their order, which one opens after a deletion, titles, and what is restored after a reload.
import { describe, expect, test } from 'vitest';
import {
  type ChatState,
  emptyState,
  messagesOf,
  newTitle,
  readState,
  withEntry,
  withHistory,
  withMessage,
  withoutHistory,
} from './state.ts';

const three = ['c', 'b', 'a'].reduce<ChatState>((state, uuid) => withHistory(state, uuid), emptyState);
const uuids = (state: ChatState) => state.history.map(({ uuid }) => uuid);

test('a new conversation comes first and is opened', () => {
  expect(uuids(three)).toEqual(['a', 'b', 'c']);
  expect(three.active).toBe('a');
  expect(three.history[0]).toEqual({ uuid: 'a', title: newTitle, isEdit: false });
  expect(three.chat.map(({ uuid }) => uuid)).toEqual(['a', 'b', 'c']);
});

describe('deleting', () => {
  test.each([
    ['a', 'a', 'b'],
    ['b', 'b', 'a'],
    ['c', 'c', 'b'],
    ['b', 'c', 'b'],
  ])('open %s, deleted %s: %s is open', (active, deleted, next) => {
    const left = withoutHistory({ ...three, active }, deleted);
    expect(left.active).toBe(next);
    expect(uuids(left)).not.toContain(deleted);
    expect(left.chat).toHaveLength(2);
  });

  test('the last conversation leaves none open, and deleting an unknown one changes nothing', () => {
    const one = withHistory(emptyState, 'a');
    expect(withoutHistory(one, 'a')).toEqual(emptyState);
    expect(withoutHistory(one, 'x')).toBe(one);
  });
});

test('the first message becomes the title, unless there is one', () => {
  const said = withMessage(withMessage(three, 'a', { text: 'png to jpg', isOwn: true }), 'a', {
    text: 'x',
    isOwn: true,
  });
  expect(said.history[0]!.title).toBe('png to jpg');
  expect(messagesOf(said, 'a').map(({ text }) => text)).toEqual(['png to jpg', 'x']);
  const named = withMessage(withEntry(three, 'b', { title: 'Mine' }), 'b', { text: 'png to jpg', isOwn: true });
  expect(named.history[1]!.title).toBe('Mine');
});

describe('restoring', () => {
  test('restores the stored state, and marks unfinished answers as stopped', () => {
    const said = withMessage(withEntry(three, 'b', { isEdit: true }), 'a', {
      text: 'half',
      isOwn: false,
      isLoading: true,
    });
    const back = readState(JSON.stringify({ ...said, usingContext: false }));
    expect(back.usingContext).toBe(false);
    expect(back.active).toBe('a');
    expect(back.history.every(({ isEdit }) => !isEdit)).toBe(true);
    expect(messagesOf(back, 'a')[0]).toEqual({ text: 'half', isOwn: false, isStopped: true });
  });

  test.each([null, '', 'null', '7', '[]', '{', '{"history":7}', '{"history":[{"uuid":1}],"chat":[]}'])(
    '%s restores the empty state',
    text => {
      expect(readState(text)).toEqual(emptyState);
    },
  );
});
