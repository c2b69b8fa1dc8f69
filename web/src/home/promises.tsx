// Three promises to visitors, depending on this server's settings.
import { fill } from 'contract/words.ts';
import { Layers, ShieldCheck, Zap } from 'lucide-react';
import { useWords } from 'ui/language.tsx';
import { settings } from '../settings.ts';
import { WhereSold } from '../where-sold.tsx';
import { homeWords } from './words.ts';

export function Promises() {
  const words = useWords(homeWords);
  const promises = [
    {
      Icon: Zap,
      title: words.promiseOpen,
      text: <WhereSold otherwise={words.promiseOpenText}>{words.promiseOpenTextSold}</WhereSold>,
    },
    { Icon: Layers, title: words.promiseBatch, text: words.promiseBatchText },
    {
      Icon: ShieldCheck,
      title: fill(words.promiseGone, { hours: settings.retentionHours }),
      text: fill(words.promiseGoneText, { hours: settings.retentionHours }),
    },
  ];
  return (
    <section className="page grid gap-x-12 gap-y-8 pt-16 md:grid-cols-3">
      {promises.map(({ Icon, title, text }) => (
        <div key={title} className="grid content-start gap-2">
          <Icon aria-hidden className="size-6 text-accent-ink" />
          <h2 className="text-lg font-bold">{title}</h2>
          <p className="text-[0.9375rem] leading-relaxed text-soft">{text}</p>
        </div>
      ))}
    </section>
  );
}
