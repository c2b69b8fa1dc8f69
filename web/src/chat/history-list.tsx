// The list of conversations: open, start, rename and delete them.
import { fill } from 'contract/words.ts';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { Button } from 'ui/button.tsx';
import { IconButton } from 'ui/icon-button.tsx';
import { useWords } from 'ui/language.tsx';
import { Dialog } from 'ui/panels/dialog.tsx';
import { Link } from '../router/link.tsx';
import { stopAnswer } from './ask.ts';
import {
  beginConversation,
  changeChat,
  type HistoryEntry,
  newTitle,
  useChat,
  withEntry,
  withoutHistory,
} from './state.ts';
import { chatWords } from './words.ts';

const maxTitleLetters = 100;

interface HistoryListProps {
  active: string | null;
  /** Called when an entry has been chosen. */
  onChoose: () => void;
}

/** Returns a function for the displayed title of a conversation. */
export function useTitle(): (entry: HistoryEntry | undefined) => string {
  const t = useWords(chatWords);
  return entry => (!entry || entry.title === newTitle ? t.newChat : entry.title);
}

export function HistoryList({ active, onChoose }: HistoryListProps) {
  const t = useWords(chatWords);
  const titleOf = useTitle();
  const navigate = useNavigate();
  const history = useChat(state => state.history);
  const [leaving, setLeaving] = useState<HistoryEntry>();

  function begin() {
    navigate(`/chat/${beginConversation()}`);
    onChoose();
  }

  function remove({ uuid }: HistoryEntry) {
    stopAnswer(uuid);
    setLeaving(undefined);
    changeChat(state => withoutHistory(state, uuid));
    const next = useChat.getState().active;
    if (uuid === active) navigate(next ? `/chat/${next}` : '/chat', { replace: true });
  }

  return (
    <nav aria-label={t.history} className="grid gap-1">
      <Button variant="secondary" isWide icon={<Plus aria-hidden className="size-4" />} onClick={begin}>
        {t.newChat}
      </Button>
      <ul className="grid gap-0.5 pt-1">
        {history.map(entry => (
          <li key={entry.uuid} className="chat-entry" data-active={entry.uuid === active || undefined}>
            {entry.isEdit ? (
              <TitleField entry={entry} />
            ) : (
              <>
                <Link
                  to={`/chat/${entry.uuid}`}
                  aria-current={entry.uuid === active ? 'page' : undefined}
                  onClick={onChoose}
                >
                  {titleOf(entry)}
                </Link>
                <IconButton
                  size="sm"
                  label={fill(t.renameOf, { title: titleOf(entry) })}
                  icon={<Pencil aria-hidden className="size-4" />}
                  onClick={() => changeChat(state => withEntry(state, entry.uuid, { isEdit: true }))}
                />
                <IconButton
                  size="sm"
                  label={fill(t.deleteOf, { title: titleOf(entry) })}
                  icon={<Trash2 aria-hidden className="size-4" />}
                  onClick={() => setLeaving(entry)}
                />
              </>
            )}
          </li>
        ))}
      </ul>
      <Dialog
        isOpen={leaving !== undefined}
        kind="alert"
        title={t.deleteTitle}
        closeLabel={t.close}
        onClose={() => setLeaving(undefined)}
        actions={
          <>
            <Button variant="secondary" onClick={() => setLeaving(undefined)}>
              {t.cancel}
            </Button>
            <Button variant="danger" onClick={() => leaving && remove(leaving)}>
              {t.delete}
            </Button>
          </>
        }
      >
        <p className="text-soft wrap-anywhere">
          {fill(t.deleteText, { title: titleOf(leaving).slice(0, maxTitleLetters) })}
        </p>
      </Dialog>
    </nav>
  );
}

function TitleField({ entry }: { entry: HistoryEntry }) {
  const t = useWords(chatWords);
  const titleOf = useTitle();
  const [title, setTitle] = useState(titleOf(entry).slice(0, maxTitleLetters));
  const isLeft = useRef(false);

  function end(isKept: boolean) {
    // Ending by a key also blurs the field.
    if (isLeft.current) return;
    isLeft.current = true;
    const kept = isKept && title.trim() && title.trim() !== titleOf(entry) ? { title: title.trim() } : {};
    changeChat(state => withEntry(state, entry.uuid, { isEdit: false, ...kept }));
  }

  return (
    <input
      // biome-ignore lint/a11y/noAutofocus: the user has just asked to rename it.
      autoFocus
      aria-label={t.titleField}
      value={title}
      maxLength={maxTitleLetters}
      onChange={({ target }) => setTitle(target.value)}
      onFocus={({ target }) => target.select()}
      onBlur={() => end(true)}
      onKeyDown={event => {
        if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return;
        event.preventDefault();
        // In the phone's sheet, Escape would close the sheet.
        event.stopPropagation();
        end(event.key === 'Enter');
      }}
    />
  );
}
