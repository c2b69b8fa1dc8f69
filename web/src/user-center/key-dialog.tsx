// The form of an API key: name, permissions, limits, addresses and expiry. Creates a key, or changes one.
import { type ApiKey, changeApiKey, createApiKey, longestKeyName, maxPerMinute } from 'contract/routes/api-keys.ts';
import { useState } from 'react';
import { Button } from 'ui/button.tsx';
import { Field, inputClasses, TextField } from 'ui/fields/field.tsx';
import { NumberField } from 'ui/fields/number-field.tsx';
import { useWords } from 'ui/language.tsx';
import { Dialog } from 'ui/panels/dialog.tsx';
import { Disclosure } from 'ui/panels/disclosure.tsx';
import { FormFailure } from '../account-forms/form-failure.tsx';
import { useForm } from '../account-forms/use-form.ts';
import { call } from '../api.ts';
import { settings } from '../settings.ts';
import { endOfDay, lastDay } from './key-days.ts';
import { ScopePicker } from './key-scopes.tsx';
import { keyWords } from './key-words.ts';

interface KeyDialogProps {
  /** The key to be changed; undefined for a new one. */
  readonly apiKey: ApiKey | undefined;
  readonly onClose: () => void;
  /** The secret of a new key. */
  readonly onSaved: (key: ApiKey, secret?: string) => void;
}

const maxPerMonth = 999_999_999;
const usualScopes = ['tools:*', 'tasks:read'];

/** One address or range a line; commas and spaces separate as well. */
const readLines = (text: string) => text.split(/[\s,，;；]+/).filter(Boolean);

export function KeyDialog({ apiKey, onClose, onSaved }: KeyDialogProps) {
  const words = useWords(keyWords);
  const [scopes, setScopes] = useState<readonly string[]>(apiKey?.scopes ?? usualScopes);
  const [limits, setLimits] = useState({
    perMinute: apiKey?.perMinute,
    usesPerMonth: apiKey?.usesPerMonth ?? undefined,
    coinsPerMonth: apiKey?.coinsPerMonth ?? undefined,
  });
  const form = useForm({
    initial: {
      name: apiKey?.name ?? '',
      addresses: apiKey?.addresses.join('\n') ?? '',
      expiresAt: apiKey?.expiresAt ? lastDay(apiKey.expiresAt) : '',
    },
    rules: {},
    onSubmit: async ({ name, addresses, expiresAt }) => {
      const body = {
        name,
        scopes: [...scopes],
        perMinute: limits.perMinute ?? null,
        usesPerMonth: limits.usesPerMonth ?? null,
        coinsPerMonth: limits.coinsPerMonth ?? null,
        addresses: readLines(addresses),
        // An expiry that was not touched stays, even one in the past.
        ...(expiresAt !== (apiKey?.expiresAt ? lastDay(apiKey.expiresAt) : '') && {
          expiresAt: expiresAt === '' ? null : endOfDay(expiresAt),
        }),
      };
      if (apiKey) return onSaved(await call(changeApiKey, { params: { id: apiKey.id }, body, handleErrors: true }));
      const { key, ...made } = await call(createApiKey, { body, handleErrors: true });
      onSaved(made, key);
    },
  });
  const limit = (name: keyof typeof limits, min: number, max: number, placeholder: string) => (
    <NumberField
      label={words[name]}
      value={limits[name]}
      min={min}
      max={max}
      placeholder={placeholder}
      onChange={value => setLimits(current => ({ ...current, [name]: value }))}
    />
  );
  return (
    <Dialog isOpen title={apiKey ? words.changeTitle : words.makeTitle} closeLabel={words.close} onClose={onClose}>
      <form ref={form.formRef} noValidate onSubmit={event => void form.submit(event)} className="grid gap-4">
        <TextField
          label={words.name}
          name="name"
          autoComplete="off"
          maxLength={longestKeyName}
          placeholder={words.nameHint}
          {...form.field('name')}
        />
        <ScopePicker scopes={scopes} onChange={setScopes} />
        <Disclosure title={words.limits}>
          {limit('perMinute', 1, maxPerMinute, '300')}
          {settings.membership && limit('usesPerMonth', 0, maxPerMonth, words.noLimit)}
          {settings.membership && limit('coinsPerMonth', 0, maxPerMonth, words.noLimit)}
          <Field label={words.addresses} hint={words.addressesHint} error={form.errors.addresses}>
            {wiring => (
              <textarea
                {...wiring}
                name="addresses"
                rows={3}
                spellCheck={false}
                value={form.values.addresses}
                onChange={event => form.change('addresses', event.target.value)}
                className={`${inputClasses} py-2.5 font-mono`}
              />
            )}
          </Field>
          <TextField
            type="date"
            name="expiresAt"
            label={words.expires}
            hint={words.expiresHint}
            {...form.field('expiresAt')}
          />
        </Disclosure>
        <FormFailure text={form.failure} />
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="secondary" onClick={onClose}>
            {words.cancel}
          </Button>
          <Button type="submit" isBusy={form.isBusy} disabled={form.values.name.trim() === '' || scopes.length === 0}>
            {apiKey ? words.save : words.make}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
