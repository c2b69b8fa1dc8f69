// One webhook in the list: its address, its events, and whether it works.
import type { ApiKey } from 'contract/routes/api-keys.ts';
import type { Webhook } from 'contract/routes/webhooks.ts';
import { fill } from 'contract/words.ts';
import { Button } from 'ui/button.tsx';
import { useWords } from 'ui/language.tsx';
import { formatDay } from '../person/format-day.ts';
import { webhookWords } from './webhook-words.ts';

interface WebhookRowProps {
  readonly webhook: Webhook;
  readonly keys: readonly ApiKey[];
  readonly onLog: () => void;
  readonly onResume: () => void;
  readonly onRemove: () => void;
}

export function WebhookRow({ webhook, keys, onLog, onResume, onRemove }: WebhookRowProps) {
  const words = useWords(webhookWords);
  const { url, events, keyId, createdAt, failingSince, pausedAt } = webhook;
  const key = keys.find(({ id }) => id === keyId);
  const state = pausedAt ? words.paused : failingSince ? words.failing : '';
  const facts = [
    ...events.map(event => words[event]),
    ...(keyId === null ? [] : [key ? fill(words.ofKey, { name: key.name }) : words.ofEndedKey]),
    fill(words.madeAt, { day: formatDay(new Date(createdAt)) }),
  ];
  return (
    <li className="flex flex-wrap items-center gap-4 border-t border-line p-4 first:border-0 sm:p-5">
      <div className="grid min-w-0 flex-1 gap-1 max-sm:basis-full">
        <p className="flex flex-wrap items-center gap-x-3 font-semibold">
          <span className="wrap-anywhere">{url}</span>
          {state && <span className="text-sm font-medium text-warn">{state}</span>}
        </p>
        <p className="flex flex-wrap gap-x-4 text-sm text-soft tabular-nums">
          {facts.map(fact => (
            <span key={fact}>{fact}</span>
          ))}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {pausedAt && (
          <Button size="sm" aria-label={fill(words.resumeOne, { url })} onClick={onResume}>
            {words.resume}
          </Button>
        )}
        <Button size="sm" variant="secondary" aria-label={fill(words.logOne, { url })} onClick={onLog}>
          {words.log}
        </Button>
        <Button size="sm" variant="danger" aria-label={fill(words.removeOne, { url })} onClick={onRemove}>
          {words.remove}
        </Button>
      </div>
    </li>
  );
}
