// Webhooks: the list, and the dialogs that add, show the secret once, list deliveries and delete one.

import { listApiKeys } from 'contract/routes/api-keys.ts';
import { callsId, deleteWebhook, listWebhooks, resumeWebhook, type Webhook } from 'contract/routes/webhooks.ts';
import { fill } from 'contract/words.ts';
import { Plus, Webhook as WebhookIcon } from 'lucide-react';
import { useState } from 'react';
import { Button } from 'ui/button.tsx';
import { useWords } from 'ui/language.tsx';
import { Callout } from 'ui/panels/callout.tsx';
import { Dialog } from 'ui/panels/dialog.tsx';
import { EmptyState } from 'ui/panels/empty-state.tsx';
import { call } from '../api.ts';
import { CallError } from '../failures/call-error.ts';
import { showToast } from '../notices.ts';
import { useAnswerTo } from '../use-answer-to.ts';
import { stateOf } from './key-row.tsx';
import { ShownSecret } from './shown-secret.tsx';
import { Waiting } from './waiting.tsx';
import { WebhookDialog } from './webhook-dialog.tsx';
import { WebhookLog } from './webhook-log.tsx';
import { WebhookRow } from './webhook-row.tsx';
import { webhookWords } from './webhook-words.ts';

type Opened =
  | { readonly dialog: 'make' }
  | { readonly dialog: 'remove'; readonly webhook: Webhook }
  | { readonly dialog: 'log'; readonly id: string; readonly title: string }
  | { readonly dialog: 'shown'; readonly secret: string };

export function Webhooks() {
  const words = useWords(webhookWords);
  const { answer, failure, again } = useAnswerTo('webhooks', async signal => {
    const [webhooks, keys] = await Promise.all([
      call(listWebhooks, { signal, handleErrors: true }),
      call(listApiKeys, { signal, handleErrors: true }),
    ]);
    return { ...webhooks, keys: keys.list.filter(key => stateOf(key) === 'live') };
  });
  const [opened, setOpened] = useState<Opened>();
  const [isBusy, setIsBusy] = useState(false);
  const close = () => setOpened(undefined);
  if (!answer) return <Waiting hasFailed={failure !== undefined} onAgain={again} />;
  const { list, keys, hasCalls } = answer;

  async function act(doing: () => Promise<unknown>, done: string): Promise<void> {
    setIsBusy(true);
    try {
      await doing();
      showToast(done, 'success');
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
    }
    setIsBusy(false);
    close();
    again();
  }

  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <p className="max-w-prose text-soft">
          {words.intro}{' '}
          <a href="/docs" className="text-accent-ink underline">
            {words.docs}
          </a>
        </p>
        <Button icon={<Plus className="size-5" />} onClick={() => setOpened({ dialog: 'make' })}>
          {words.make}
        </Button>
      </div>
      {list.some(({ pausedAt }) => pausedAt) && (
        <Callout tone="warn" title={words.pausedTitle}>
          {words.pausedText}
        </Callout>
      )}
      {list.length === 0 && <EmptyState icon={<WebhookIcon />} title={words.none} />}
      {list.length > 0 && (
        <ul className="card">
          {list.map(webhook => (
            <WebhookRow
              key={webhook.id}
              webhook={webhook}
              keys={keys}
              onLog={() =>
                setOpened({ dialog: 'log', id: webhook.id, title: fill(words.logOne, { url: webhook.url }) })
              }
              onResume={() => void act(() => call(resumeWebhook, { params: { id: webhook.id } }), words.resumed)}
              onRemove={() => setOpened({ dialog: 'remove', webhook })}
            />
          ))}
        </ul>
      )}
      {hasCalls && (
        <div className="card flex flex-wrap items-center justify-between gap-4 p-4 sm:p-5">
          <p className="font-semibold">{words.ofCalls}</p>
          <Button
            size="sm"
            variant="secondary"
            onClick={() => setOpened({ dialog: 'log', id: callsId, title: words.ofCalls })}
          >
            {words.log}
          </Button>
        </div>
      )}
      {opened?.dialog === 'make' && (
        <WebhookDialog
          keys={keys}
          onClose={close}
          onMade={(_webhook, secret) => {
            again();
            setOpened({ dialog: 'shown', secret });
          }}
        />
      )}
      {opened?.dialog === 'shown' && (
        <ShownSecret secret={opened.secret} label={words.secret} words={words} onClose={close} />
      )}
      {opened?.dialog === 'log' && <WebhookLog id={opened.id} title={opened.title} onClose={close} />}
      {opened?.dialog === 'remove' && (
        <Dialog
          isOpen
          kind="alert"
          title={words.removeTitle}
          closeLabel={words.close}
          onClose={close}
          actions={
            <>
              <Button variant="secondary" onClick={close}>
                {words.cancel}
              </Button>
              <Button
                variant="danger"
                isBusy={isBusy}
                onClick={() =>
                  void act(() => call(deleteWebhook, { params: { id: opened.webhook.id } }), words.removed)
                }
              >
                {words.remove}
              </Button>
            </>
          }
        >
          <p className="text-soft wrap-anywhere">{fill(words.removeText, { url: opened.webhook.url })}</p>
        </Dialog>
      )}
    </>
  );
}
