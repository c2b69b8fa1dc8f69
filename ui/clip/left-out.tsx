// What a run will leave out of a clip, listed before it starts.
import { type Loss, lossTitle, lossWords } from 'contract/clip/loss-words.ts';
import type { Language } from 'contract/words.ts';

export function LeftOut({ losses, language }: { losses: readonly Loss[] | undefined; language: Language }) {
  if (!losses || losses.length === 0) return null;
  const title = lossTitle(language);
  return (
    <div className="grid gap-1 rounded-2xl bg-warn-soft p-4 text-[0.8125rem] text-ink">
      <p className="font-semibold text-warn">{title}</p>
      <ul aria-label={title} data-left-out className="grid list-disc gap-0.5 ps-4">
        {lossWords(losses, language).map(words => (
          <li key={words}>{words}</li>
        ))}
      </ul>
    </div>
  );
}
