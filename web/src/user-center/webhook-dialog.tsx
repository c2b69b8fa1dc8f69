// The form of a new webhook: its address, its events, and the tasks of which it tells.
import type { ApiKey } from 'contract/routes/api-keys.ts';
import { longestWebhookUrl } from 'contract/routes/tasks.ts';
import { createWebhook, type Webhook, type WebhookEvent, webhookEvents } from 'contract/routes/webhooks.ts';
import { fill } from 'contract/words.ts';
import { type FormEvent, useState } from 'react';
import { Button } from 'ui/button.tsx';
import { TextField } from 'ui/fields/field.tsx';
import { Select } from 'ui/fields/select.tsx';
import { useWords } from 'ui/language.tsx';
import { Dialog } from 'ui/panels/dialog.tsx';
import { FormFailure } from '../account-forms/form-failure.tsx';
import { TickBox } from '../account-forms/tick-box.tsx';
import { useForm } from '../account-forms/use-form.ts';
import { call } from '../api.ts';
import { webhookWords } from './webhook-words.ts';

const isWebAddress = (text: string) => /^https?:\/\/./i.test(text.trim()) && URL.canParse(text.trim());

interface WebhookDialogProps {
  /** The live API keys of the account. */
  readonly keys: readonly ApiKey[];
  readonly onClose: () => void;
  readonly onMade: (webhook: Webhook, secret: string) => void;
}

export function WebhookDialog({ keys, onClose, onMade }: WebhookDialogProps) {
  const words = useWords(webhookWords);
  const [events, setEvents] = useState<readonly WebhookEvent[]>(['task.done', 'task.failed']);
  const [keyId, setKeyId] = useState('');
  const [isUrlJudged, setIsUrlJudged] = useState(false);
  const form = useForm({
    initial: { url: '' },
    rules: {},
    onSubmit: async ({ url }) => {
      const body = { url, events: [...events], keyId: keyId || null };
      const { secret, ...webhook } = await call(createWebhook, { body, handleErrors: true });
      onMade(webhook, secret);
    },
  });
  const field = form.field('url');
  const isUrlWrong = !isWebAddress(form.values.url);

  function submit(event: FormEvent): void {
    setIsUrlJudged(true);
    if (isUrlWrong) event.preventDefault();
    else void form.submit(event);
  }

  return (
    <Dialog isOpen title={words.makeTitle} closeLabel={words.close} onClose={onClose}>
      <form ref={form.formRef} noValidate onSubmit={submit} className="grid gap-4">
        <TextField
          label={words.url}
          name="url"
          type="url"
          autoComplete="off"
          spellCheck={false}
          maxLength={longestWebhookUrl}
          placeholder="https://example.org/hook"
          {...field}
          error={isUrlJudged && isUrlWrong ? words.urlWrong : field.error}
        />
        <fieldset className="grid gap-3">
          <legend className="mb-2 text-sm font-medium">{words.events}</legend>
          {webhookEvents.map(event => (
            <TickBox
              key={event}
              name={event}
              label={words[event]}
              value={events.includes(event)}
              onChange={isOn => setEvents(isOn ? [...events, event] : events.filter(other => other !== event))}
            />
          ))}
        </fieldset>
        {keys.length > 0 && (
          <Select
            label={words.key}
            value={keyId}
            onChange={setKeyId}
            choices={[
              { value: '', label: words.allTasks },
              ...keys.map(({ id, name }) => ({ value: id, label: fill(words.ofKey, { name }) })),
            ]}
          />
        )}
        <FormFailure text={form.failure} />
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="secondary" onClick={onClose}>
            {words.cancel}
          </Button>
          <Button type="submit" isBusy={form.isBusy} disabled={form.values.url.trim() === '' || events.length === 0}>
            {words.make}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
