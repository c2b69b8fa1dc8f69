// What a webhook was sent and what it answered, in pages; each delivery can be sent again.

import { listDeliveries, replayDelivery, type WebhookAttempt, type WebhookDelivery } from 'contract/routes/webhooks.ts';
import { fill } from 'contract/words.ts';
import { useState } from 'react';
import { Button } from 'ui/button.tsx';
import { useLanguage, useWords } from 'ui/language.tsx';
import { Dialog } from 'ui/panels/dialog.tsx';
import { call } from '../api.ts';
import { CallError } from '../failures/call-error.ts';
import { showToast } from '../notices.ts';
import { Pager } from './pager.tsx';
import { pageSize, usePages } from './use-pages.ts';
import { Waiting } from './waiting.tsx';
import { webhookWords } from './webhook-words.ts';

interface WebhookLogProps {
  /** A webhook's id, or `calls`. */
  readonly id: string;
  readonly title: string;
  readonly onClose: () => void;
}

export function WebhookLog({ id, title, onClose }: WebhookLogProps) {
  const words = useWords(webhookWords);
  const { found, last, hasFailed, page, turnTo, again } = usePages((wanted, signal) =>
    call(listDeliveries, { params: { id }, query: { page: wanted, size: pageSize }, signal, handleErrors: true }),
  );
  const [busy, setBusy] = useState<string>();
  const shown = found ?? last;

  async function replay(deliveryId: string): Promise<void> {
    setBusy(deliveryId);
    try {
      await call(replayDelivery, { params: { id }, body: { deliveryId } });
      showToast(words.replayed, 'success');
      again();
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
    } finally {
      setBusy(undefined);
    }
  }

  return (
    <Dialog isOpen title={title} closeLabel={words.close} onClose={onClose}>
      {!shown && <Waiting hasFailed={hasFailed} onAgain={again} />}
      {shown?.list.length === 0 && <p className="py-6 text-center text-soft">{words.noDeliveries}</p>}
      {shown && shown.list.length > 0 && (
        <ul className="grid">
          {shown.list.map(delivery => (
            <Line
              key={delivery.id}
              delivery={delivery}
              isBusy={busy === delivery.id}
              onReplay={() => void replay(delivery.id)}
            />
          ))}
        </ul>
      )}
      {shown && <Pager page={page} total={shown.total} onTurn={turnTo} />}
    </Dialog>
  );
}

interface LineProps {
  readonly delivery: WebhookDelivery;
  readonly isBusy: boolean;
  readonly onReplay: () => void;
}

function Line({ delivery, isBusy, onReplay }: LineProps) {
  const words = useWords(webhookWords);
  const language = useLanguage();
  const { type, state, taskId, attempts, nextAttemptAt } = delivery;
  const timeOf = (text: string) => new Date(text).toLocaleString(language === 'zh' ? 'zh-CN' : 'en');
  const tell = ({ at, status, error, durationMs: ms }: WebhookAttempt) =>
    status === null
      ? fill(words.unanswered, { time: timeOf(at), error: error ?? '', ms })
      : fill(words.attempt, { time: timeOf(at), status, ms });
  return (
    <li className="grid gap-1.5 border-t border-line py-3 text-sm first:border-0">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="font-semibold">
          {words[type]} · {words[state]}
        </p>
        <Button size="sm" variant="secondary" isBusy={isBusy} onClick={onReplay}>
          {words.replay}
        </Button>
      </div>
      <code className="text-soft wrap-anywhere">{taskId}</code>
      {attempts.map(attempt => (
        <div key={attempt.at} className="text-soft tabular-nums">
          <p>{tell(attempt)}</p>
          {attempt.body && (
            <pre className="max-h-24 overflow-auto rounded-lg bg-sunken p-2 whitespace-pre-wrap wrap-anywhere">
              {attempt.body}
            </pre>
          )}
        </div>
      ))}
      {nextAttemptAt && attempts.length > 0 && (
        <p className="text-soft tabular-nums">{fill(words.next, { time: timeOf(nextAttemptAt) })}</p>
      )}
    </li>
  );
}
