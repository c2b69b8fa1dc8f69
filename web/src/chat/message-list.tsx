// The messages of a conversation: answers as Markdown, the tools they suggest, and actions for the last answer.
import { fill } from 'contract/words.ts';
import { ArrowRight, RefreshCw } from 'lucide-react';
import { Button, buttonClasses } from 'ui/button.tsx';
import { CopyButton } from 'ui/copy-button.tsx';
import { useWords } from 'ui/language.tsx';
import { useLanguageStore } from '../language-store.ts';
import { Markdown } from '../markdown/markdown.tsx';
import { Link } from '../router/link.tsx';
import { askAgain } from './ask.ts';
import type { Message } from './state.ts';
import { chatWords } from './words.ts';

function SourceLine({ engine, model, instead }: Message) {
  const t = useWords(chatWords);
  if (!engine) return null;
  const said = engine === 'model' ? fill(t.byModel, { model: model ?? '' }) : instead ? t[instead] : t.fromHelp;
  return <p className="text-[0.8125rem] text-soft">{said}</p>;
}

function Answer({ message, isLast, uuid }: { message: Message; isLast: boolean; uuid: string }) {
  const t = useWords(chatWords);
  const tileWords = useLanguageStore(state => state.tileWords);
  const { text, isLoading, isError, isStopped, proposals = [] } = message;
  return (
    <div className={isError ? 'chat-answer chat-error' : 'chat-answer'}>
      <span className="sr-only">{t.assistant}</span>
      {text && <Markdown text={text} headingLevel={3} />}
      {isLoading && !text && <p className="chat-waiting text-soft">{t.thinking}</p>}
      {isStopped && <p className="text-sm text-soft">{t.stopped}</p>}
      {proposals.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {proposals.map(({ tool, path }) => (
            <Link key={path} to={path} className={buttonClasses({ size: 'sm' })}>
              {fill(t.open, { title: tileWords[tool]?.title ?? tool })}
              <ArrowRight aria-hidden className="size-4" />
            </Link>
          ))}
        </div>
      )}
      {!isLoading && (
        <div className="flex flex-wrap items-center gap-2">
          {!isError && text && <CopyButton readText={() => text} isSecondary words={t} />}
          {isLast && (
            <Button
              size="sm"
              variant="secondary"
              icon={<RefreshCw aria-hidden className="size-4" />}
              onClick={() => void askAgain(uuid)}
            >
              {t.again}
            </Button>
          )}
          {!isError && <SourceLine {...message} />}
        </div>
      )}
    </div>
  );
}

export function MessageList({ messages, uuid }: { messages: readonly Message[]; uuid: string }) {
  const t = useWords(chatWords);
  return (
    <ol className="chat-log">
      {messages.map((message, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: messages have no id; they are only added and removed at the end.
        <li key={at} className="grid min-w-0">
          {message.isOwn ? (
            <p className="chat-own">
              <span className="sr-only">{t.you}: </span>
              {message.text}
            </p>
          ) : (
            <Answer message={message} isLast={at === messages.length - 1} uuid={uuid} />
          )}
        </li>
      ))}
    </ol>
  );
}
