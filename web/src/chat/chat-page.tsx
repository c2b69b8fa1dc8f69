// The chat page: the list of conversations, the open one, and the input field.
import { maxPromptLength } from 'contract/routes/chat.ts';
import { fill } from 'contract/words.ts';
import { ArrowUp, Download, Menu as MenuIcon, Square } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { Switch } from 'ui/fields/switch.tsx';
import { IconButton } from 'ui/icon-button.tsx';
import { useWords } from 'ui/language.tsx';
import { Dialog } from 'ui/panels/dialog.tsx';
import { readAloud } from '../markdown/markdown.tsx';
import { ask, stopAnswer } from './ask.ts';
import sheet from './chat.css?url';
import { exportChat } from './export-chat.ts';
import { HistoryList, useTitle } from './history-list.tsx';
import { MessageList } from './message-list.tsx';
import { beginConversation, changeChat, type Message, messagesOf, useChat } from './state.ts';
import { chatWords } from './words.ts';

/** Returns the conversation in the address; any other address redirects to the one opened last. */
function useConversation(): string | null {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const named = /^\/chat\/([^/]+)$/.exec(pathname)?.[1];
  const isKnown = useChat(state => state.history.some(({ uuid }) => uuid === named));
  const active = useChat(state => state.active);
  useEffect(() => {
    if (named && isKnown) {
      if (useChat.getState().active !== named) changeChat(state => ({ ...state, active: named }));
    } else if (active) navigate(`/chat/${active}`, { replace: true });
    else if (named) navigate('/chat', { replace: true });
  }, [named, isKnown, active, navigate]);
  return named && isKnown ? named : null;
}

/** Scrolls along with the answer, unless the user has scrolled up to read. */
function useFollowing(messages: readonly Message[]): void {
  const last = messages.at(-1);
  const isFollowed = useRef(true);
  useEffect(() => {
    const look = () => {
      const { scrollHeight, clientHeight, scrollTop } = document.documentElement;
      isFollowed.current = scrollHeight - clientHeight - scrollTop < 120;
    };
    addEventListener('scroll', look, { passive: true });
    return () => removeEventListener('scroll', look);
  }, []);
  useEffect(() => {
    // A new question is scrolled into view wherever the user was.
    if (messages.length > 0 && (isFollowed.current || (last?.isLoading === true && !last.text)))
      scrollTo({ top: document.documentElement.scrollHeight });
  }, [messages.length, last]);
}

/** Announces to screen readers that an answer is coming, and the answer once complete. */
function Announcement({ messages }: { messages: readonly Message[] }) {
  const t = useWords(chatWords);
  const last = messages.at(-1);
  const [wasLoading, setWasLoading] = useState(false);
  if (last?.isLoading && !wasLoading) setWasLoading(true);
  const said = last?.isLoading
    ? t.thinking
    : wasLoading && last
      ? fill(t.answered, { text: readAloud(last.text) })
      : '';
  return (
    <p role="status" className="sr-only">
      {said}
    </p>
  );
}

/** Asks the question that another page handed over, such as a search without results, in a conversation of its own. */
function useHandedQuestion(send: (prompt: string, isApart: boolean) => void): void {
  const { state } = useLocation();
  const question: unknown = state?.question;
  const asked = useRef<unknown>(undefined);
  useEffect(() => {
    if (typeof question !== 'string' || question === '' || asked.current === question) return;
    asked.current = question;
    send(question.slice(0, maxPromptLength), true);
  }, [question, send]);
}

export function ChatPage() {
  const t = useWords(chatWords);
  const titleOf = useTitle();
  const navigate = useNavigate();
  const uuid = useConversation();
  const entry = useChat(state => state.history.find(known => known.uuid === uuid));
  const messages = useChat(state => messagesOf(state, uuid));
  const usingContext = useChat(state => state.usingContext);
  const [isListOpen, setIsListOpen] = useState(false);
  useFollowing(messages);

  function send(prompt: string, isApart = false) {
    const at = (!isApart && uuid) || beginConversation();
    void ask(at, prompt);
    if (at !== uuid) navigate(`/chat/${at}`, { replace: true });
  }

  useHandedQuestion(send);

  return (
    <div data-chat className="page">
      <link rel="stylesheet" href={sheet} precedence="page" />
      <div className="chat">
        <aside className="chat-side">
          <HistoryList active={uuid} onChoose={() => undefined} />
        </aside>
        <section className="chat-talk" aria-label={t.title}>
          <header className="flex items-center gap-2">
            <IconButton
              className="chat-open"
              label={t.openHistory}
              aria-haspopup="dialog"
              icon={<MenuIcon aria-hidden className="size-5" />}
              onClick={() => setIsListOpen(true)}
            />
            <h1 className="min-w-0 flex-1 truncate text-xl font-bold">{entry ? titleOf(entry) : t.title}</h1>
            {messages.length > 0 && (
              <IconButton
                label={t.export}
                icon={<Download aria-hidden className="size-5" />}
                onClick={() => exportChat(titleOf(entry), messages, { you: t.you, assistant: t.assistant })}
              />
            )}
          </header>
          {uuid && messages.length > 0 ? <MessageList messages={messages} uuid={uuid} /> : <Beginning onAsk={send} />}
          <Announcement key={uuid} messages={messages} />
          <div className="chat-ask">
            <AskField
              isAnswering={messages.at(-1)?.isLoading === true}
              onSend={send}
              onStop={() => uuid && stopAnswer(uuid)}
            />
            <Switch
              label={t.usingContext}
              isOn={usingContext}
              onChange={isOn => changeChat(state => ({ ...state, usingContext: isOn }))}
            />
          </div>
        </section>
      </div>
      <Dialog
        isOpen={isListOpen}
        kind="sheet"
        title={t.history}
        closeLabel={t.close}
        onClose={() => setIsListOpen(false)}
      >
        <HistoryList active={uuid} onChoose={() => setIsListOpen(false)} />
      </Dialog>
    </div>
  );
}

function Beginning({ onAsk }: { onAsk: (prompt: string) => void }) {
  const t = useWords(chatWords);
  return (
    <div className="chat-log">
      <div className="grid gap-2">
        <h2 className="text-2xl font-bold">{t.emptyTitle}</h2>
        <p className="text-soft">{t.emptyText}</p>
      </div>
      <div className="grid gap-2">
        <h3 className="text-sm font-medium">{t.tryTitle}</h3>
        <div className="chat-tries">
          {[t.try1, t.try2, t.try3, t.try4].map(prompt => (
            <button key={prompt} type="button" onClick={() => onAsk(prompt)}>
              {prompt}
            </button>
          ))}
        </div>
      </div>
    </div>
  );
}

interface AskFieldProps {
  isAnswering: boolean;
  onSend: (prompt: string) => void;
  onStop: () => void;
}

function AskField({ isAnswering, onSend, onStop }: AskFieldProps) {
  const t = useWords(chatWords);
  const [prompt, setPrompt] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  const canSend = prompt.trim() !== '' && !isAnswering;

  function send() {
    if (!canSend) return;
    onSend(prompt.trim());
    setPrompt('');
    field.current?.focus();
  }

  function sendByKey(event: KeyboardEvent<HTMLTextAreaElement>) {
    // Enter also confirms a composed character.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  }

  return (
    <form
      className="chat-field"
      onSubmit={event => {
        event.preventDefault();
        send();
      }}
    >
      <textarea
        ref={field}
        rows={1}
        aria-label={t.field}
        placeholder={t.placeholder}
        value={prompt}
        maxLength={maxPromptLength}
        onChange={({ target }) => setPrompt(target.value)}
        onKeyDown={sendByKey}
      />
      {isAnswering ? (
        <IconButton label={t.stop} icon={<Square aria-hidden className="size-4" />} onClick={onStop} />
      ) : (
        <button
          type="submit"
          aria-label={t.send}
          title={t.send}
          disabled={!canSend}
          className="grid size-11 shrink-0 place-items-center rounded-full bg-accent text-on-accent disabled:opacity-50"
        >
          <ArrowUp aria-hidden className="size-5" />
        </button>
      )}
    </form>
  );
}
