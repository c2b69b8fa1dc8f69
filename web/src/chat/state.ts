// The conversations with the assistant, kept in this browser: which there are, which is open, and what was said.
import type { ChatLine, Proposal } from 'contract/routes/chat.ts';
import { create } from 'zustand';
import { listen } from '../events.ts';
import { makeId } from '../random-id.ts';
import { readStored, store } from '../storage.ts';

/** The title of a conversation in which nothing was said yet; people see it in their language. */
export const newTitle = 'New Chat';

export interface HistoryEntry {
  readonly uuid: string;
  readonly title: string;
  /** Its title is being changed. */
  readonly isEdit: boolean;
}

export interface Message {
  readonly text: string;
  /** Said by the person. */
  readonly isOwn: boolean;
  /** The answer is still coming. */
  readonly isLoading?: boolean;
  /** `text` says why there is no answer, or no more of it. */
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
  /** Whether earlier messages go along with a question. */
  readonly usingContext: boolean;
  /** The newest first. */
  readonly history: readonly HistoryEntry[];
  readonly chat: readonly Conversation[];
}

export const emptyState: ChatState = { active: null, usingContext: true, history: [], chat: [] };

const storageKey = 'chatStorage';
/** What a browser's storage holds easily. */
const mostConversations = 100;
const mostMessages = 200;

/** Puts a new conversation first and opens it. The oldest go when there are too many. */
export function withHistory(state: ChatState, uuid: string): ChatState {
  return {
    ...state,
    active: uuid,
    history: [{ uuid, title: newTitle, isEdit: false }, ...state.history].slice(0, mostConversations),
    chat: [{ uuid, data: [] }, ...state.chat].slice(0, mostConversations),
  };
}

/** Deletes a conversation. Where it was the open one, the one above it opens, else the first that is left, else none. */
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

/** The first message gives a conversation its title. */
export function withMessage(state: ChatState, uuid: string, message: Message): ChatState {
  const entry = state.history.find(known => known.uuid === uuid);
  const titled = entry?.title === newTitle ? withEntry(state, uuid, { title: message.text }) : state;
  return withMessages(titled, uuid, data => [...data, message].slice(-mostMessages));
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

/** What was stored, as far as it is whole. Answers that were still coming have ended with their page. */
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
    return emptyState; // Another program wrote there.
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

/** Changes the state. What is written while an answer comes may wait a second; everything else is stored at once. */
export function changeChat(change: (state: ChatState) => ChatState, mayWait = false): void {
  useChat.setState(change);
  if (!mayWait) keepNow();
  else timer ??= setTimeout(keepNow, restMs);
}

/** Opens a new conversation, or the newest where nothing was said in it yet. Answers its uuid. */
export function beginConversation(): string {
  const state = useChat.getState();
  const [newest] = state.history;
  const uuid = newest && messagesOf(state, newest.uuid).length === 0 ? newest.uuid : makeId();
  changeChat(now => (newest?.uuid === uuid ? { ...now, active: uuid } : withHistory(now, uuid)));
  return uuid;
}

// Who logs out leaves nothing behind for the next person; forget-work.ts empties the storage where this page was never opened.
listen('work:forget', () => changeChat(() => emptyState));
// Another tab has changed it.
globalThis.addEventListener?.('storage', ({ key, newValue }) => {
  const isAnswering = useChat.getState().chat.some(({ data }) => data.at(-1)?.isLoading);
  if (key?.endsWith(storageKey) && !isAnswering) useChat.setState(readState(newValue));
});
