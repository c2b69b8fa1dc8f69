// The conversations with the assistant, stored in this browser: the list, the open one, and the messages.
import type { ChatLine, Proposal } from 'contract/routes/chat.ts';
import { makeId } from 'ui/random-id.ts';
import { create } from 'zustand';
import { listen } from '../events.ts';
import { readStored, store } from '../storage.ts';

/** The stored title of a conversation without messages; it is displayed translated. */
export const newTitle = 'New Chat';

export interface HistoryEntry {
  readonly uuid: string;
  readonly title: string;
  /** The title is being edited. */
  readonly isEdit: boolean;
}

export interface Message {
  readonly text: string;
  /** Written by the user. */
  readonly isOwn: boolean;
  /** The answer is still being received. */
  readonly isLoading?: boolean;
  /** `text` contains the reason why there is no answer or why it is incomplete. */
  readonly isError?: boolean;
  readonly isStopped?: boolean;
  readonly id?: string;
  readonly engine?: ChatLine['engine'];
  readonly model?: string | null;
  readonly instead?: ChatLine['instead'];
  readonly proposals?: readonly Proposal[];
}

interface Conversation {
  readonly uuid: string;
  readonly data: readonly Message[];
}

export interface ChatState {
  readonly active: string | null;
  /** Whether earlier messages are sent along with a question. */
  readonly usingContext: boolean;
  /** Newest first. */
  readonly history: readonly HistoryEntry[];
  readonly chat: readonly Conversation[];
}

export const emptyState: ChatState = { active: null, usingContext: true, history: [], chat: [] };

const storageKey = 'chatStorage';
/** Limits that keep the state well within a browser's storage. */
const maxConversations = 100;
const maxMessages = 200;

/** Adds a new conversation at the top and opens it. The oldest are dropped beyond the limit. */
export function withHistory(state: ChatState, uuid: string): ChatState {
  return {
    ...state,
    active: uuid,
    history: [{ uuid, title: newTitle, isEdit: false }, ...state.history].slice(0, maxConversations),
    chat: [{ uuid, data: [] }, ...state.chat].slice(0, maxConversations),
  };
}

/** Deletes a conversation. If it was open, the one above it opens, otherwise the first one left, if any. */
export function withoutHistory(state: ChatState, uuid: string): ChatState {
  const at = state.history.findIndex(entry => entry.uuid === uuid);
  if (at < 0) return state;
  const history = state.history.filter(entry => entry.uuid !== uuid);
  const neighbour = history[Math.max(0, at - 1)]?.uuid ?? null;
  return {
    ...state,
    active: state.active === uuid ? neighbour : state.active,
    history,
    chat: state.chat.filter(conversation => conversation.uuid !== uuid),
  };
}

export const withEntry = (state: ChatState, uuid: string, patch: Partial<HistoryEntry>): ChatState => ({
  ...state,
  history: state.history.map(entry => (entry.uuid === uuid ? { ...entry, ...patch } : entry)),
});

/** Adds a message; the first one becomes the title of the conversation. */
export function withMessage(state: ChatState, uuid: string, message: Message): ChatState {
  const entry = state.history.find(known => known.uuid === uuid);
  const titled = entry?.title === newTitle ? withEntry(state, uuid, { title: message.text }) : state;
  return withMessages(titled, uuid, data => [...data, message].slice(-maxMessages));
}

export const withMessages = (
  state: ChatState,
  uuid: string,
  change: (data: readonly Message[]) => readonly Message[],
): ChatState => ({
  ...state,
  chat: state.chat.map(conversation =>
    conversation.uuid === uuid ? { ...conversation, data: change(conversation.data) } : conversation,
  ),
});

export const messagesOf = (state: ChatState, uuid: string | null): readonly Message[] =>
  state.chat.find(conversation => conversation.uuid === uuid)?.data ?? noMessages;
const noMessages: readonly Message[] = [];

const isText = (value: unknown): value is string => typeof value === 'string';

/** Parses the stored state, dropping invalid parts. Unfinished answers are marked as stopped. */
export function readState(text: string | null): ChatState {
  try {
    const kept = JSON.parse(text ?? '{}') as Partial<ChatState>;
    const history = (kept.history ?? [])
      .filter(({ uuid, title }) => isText(uuid) && isText(title))
      .map(entry => ({ ...entry, isEdit: false }));
    const chat = history.map(({ uuid }) => ({
      uuid,
      data: (kept.chat?.find(conversation => conversation.uuid === uuid)?.data ?? [])
        .filter(({ text: said }) => isText(said))
        .map(({ isLoading, ...message }) => (isLoading ? { ...message, isStopped: true } : message)),
    }));
    const active = history.some(({ uuid }) => uuid === kept.active)
      ? (kept.active ?? null)
      : (history[0]?.uuid ?? null);
    return { active, usingContext: kept.usingContext !== false, history, chat };
  } catch {
    return emptyState; // Written by another program.
  }
}

export const useChat = create<ChatState>()(() => readState(readStored(storageKey)));

const restMs = 1000;
let timer: ReturnType<typeof setTimeout> | undefined;

function keepNow(): void {
  clearTimeout(timer);
  timer = undefined;
  store(storageKey, JSON.stringify(useChat.getState()));
}

/** Changes the state. Changes during an answer may be stored after a second; all others are stored at once. */
export function changeChat(change: (state: ChatState) => ChatState, mayWait = false): void {
  useChat.setState(change);
  if (!mayWait) keepNow();
  else timer ??= setTimeout(keepNow, restMs);
}

/** Opens a new conversation, or the newest one if it is still empty. Returns its uuid. */
export function beginConversation(): string {
  const state = useChat.getState();
  const [newest] = state.history;
  const uuid = newest && messagesOf(state, newest.uuid).length === 0 ? newest.uuid : makeId();
  changeChat(now => (newest?.uuid === uuid ? { ...now, active: uuid } : withHistory(now, uuid)));
  return uuid;
}

// Logging out leaves nothing for the next user; forget-work.ts clears the storage if this page was never opened.
listen('work:forget', () => changeChat(() => emptyState));
// Another tab has changed the state.
globalThis.addEventListener?.('storage', ({ key, newValue }) => {
  const isAnswering = useChat.getState().chat.some(({ data }) => data.at(-1)?.isLoading);
  if (key?.endsWith(storageKey) && !isAnswering) useChat.setState(readState(newValue));
});
