// The messages that were not sent, latest first, each with its code in large type.
import type { Sandbox } from 'contract/routes/sandbox.ts';
import { fill } from 'contract/words.ts';
import { MessageSquareText } from 'lucide-react';
import { useLanguage, useWords } from 'ui/language.tsx';
import { CopyCode } from './copy-code.tsx';
import { Nothing } from './nothing.tsx';
import { sandboxWords } from './words.ts';

export function Inbox({ messages }: { messages: Sandbox['sms'] }) {
  const words = useWords(sandboxWords);
  return (
    <section aria-labelledby="inbox" className="grid content-start gap-4">
      <h2 id="inbox" className="flex items-center gap-2.5 text-xl font-bold">
        <MessageSquareText aria-hidden className="size-5.5 text-accent-ink" />
        {words.inbox}
      </h2>
      <div aria-live="polite" className="grid gap-3">
        {messages.length === 0 ? (
          <div className="card">
            <Nothing icon={<MessageSquareText />} title={words.inboxEmpty} text={words.inboxEmptyText} />
          </div>
        ) : (
          <ol className="grid gap-3">
            {messages.map((message, index) => (
              <Message key={message.createdAt + message.mobile} message={message} isLatest={index === 0} />
            ))}
          </ol>
        )}
      </div>
    </section>
  );
}

function Message({ message, isLatest }: { message: Sandbox['sms'][number]; isLatest: boolean }) {
  const words = useWords(sandboxWords);
  const language = useLanguage();
  const { mobile, code, text, createdAt } = message;
  const time = new Intl.DateTimeFormat(language === 'zh' ? 'zh-CN' : 'en', { timeStyle: 'medium' });
  return (
    <li className={`card grid animate-rise gap-2.5 p-5 ${isLatest ? 'border-accent/60' : ''}`}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 text-sm">
        <span className="font-semibold tabular-nums">{fill(words.to, { mobile: groupDigits(mobile) })}</span>
        <time dateTime={createdAt} className="text-soft tabular-nums">
          {time.format(new Date(createdAt))}
        </time>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <span
          className={`font-extrabold tracking-[0.12em] tabular-nums select-all ${isLatest ? 'text-4xl text-accent-ink' : 'text-2xl'}`}
        >
          {code}
        </span>
        <CopyCode code={code} />
      </div>
      <p className="text-sm leading-relaxed text-soft">{text}</p>
    </li>
  );
}

/** Groups the digits as 138 0013 8000. */
const groupDigits = (mobile: string) => mobile.replace(/^(\d{3})(\d{4})(\d{4})$/, '$1 $2 $3');
