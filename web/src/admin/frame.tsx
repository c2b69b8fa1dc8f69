// Shared by all sections of the operators' page: loading, errors, paging, and the dialog that confirms an action with a reason.

import { fill } from 'contract/words.ts';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from 'ui/button.tsx';
import { TextField } from 'ui/fields/field.tsx';
import { useWords } from 'ui/language.tsx';
import { Callout } from 'ui/panels/callout.tsx';
import { Dialog } from 'ui/panels/dialog.tsx';
import { makeId } from 'ui/random-id.ts';
import { Spinner } from 'ui/spinner.tsx';
import { FormFailure } from '../account-forms/form-failure.tsx';
import { CallError } from '../failures/call-error.ts';
import { showToast } from '../notices.ts';
import { adminWords } from './words.ts';

/** A spinner until the first response, or the reason of a failure. */
export function Awaited({ failure, onAgain }: { failure: string | undefined; onAgain: () => void }) {
  const words = useWords(adminWords);
  if (failure === undefined)
    return (
      <div className="grid place-items-center py-14 text-soft">
        <Spinner label={words.loading} className="size-7" />
      </div>
    );
  return (
    <Callout
      tone="bad"
      title={failure}
      actions={
        <Button size="sm" variant="secondary" onClick={onAgain}>
          {words.again}
        </Button>
      }
    />
  );
}

interface PagerProps {
  page: number;
  size: number;
  /** Undefined while a page loads, and if that fails: the pages of the last one stay, so that another can be chosen. */
  total: number | undefined;
  onPage: (page: number) => void;
}

export function Pager({ page, size, total: found, onPage }: PagerProps) {
  const words = useWords(adminWords);
  const [total, setTotal] = useState(found);
  useEffect(() => {
    if (found !== undefined) setTotal(found);
  }, [found]);
  if (total === undefined) return null;
  const pages = Math.max(1, Math.ceil(total / size));
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 text-sm text-soft">
      <p>{fill(words.count, { total })}</p>
      {pages > 1 && (
        <div className="flex items-center gap-3">
          <Button size="sm" variant="secondary" disabled={page <= 1} onClick={() => onPage(page - 1)}>
            {words.before}
          </Button>
          <span>{fill(words.page, { page, pages })}</span>
          <Button size="sm" variant="secondary" disabled={page >= pages} onClick={() => onPage(page + 1)}>
            {words.after}
          </Button>
        </div>
      )}
    </div>
  );
}

/** Sent with every action. */
interface Sent {
  readonly reason: string;
  readonly headers: Readonly<Record<string, string>>;
}

interface ActDialogProps {
  title: string;
  submit: string;
  isDanger?: boolean;
  /** The request as text. Requests with the same content are idempotent: they count as one action however often they are sent. */
  content?: string;
  /** A message about invalid fields, which prevents sending. */
  check?: () => string | undefined;
  onSubmit: (sent: Sent) => Promise<unknown>;
  onClose: () => void;
  /** Names the field of the reason where the reason is more than a record. */
  reason?: { label: string; hint: string; missing: string };
  /** Called after the action, or when the page's data turned out to be stale. */
  onStale: () => void;
  children?: ReactNode;
}

export function ActDialog({
  title,
  submit,
  isDanger,
  content = '',
  check,
  onSubmit,
  onClose,
  onStale,
  reason: named,
  children,
}: ActDialogProps) {
  const words = useWords(adminWords);
  const field = named ?? { label: words.reason, hint: words.reasonHint, missing: words.reasonMissing };
  const [reason, setReason] = useState('');
  const [reasonFault, setReasonFault] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const key = useRef(makeId());
  const form = useRef<HTMLFormElement>(null);
  const isFirstFaulty = reasonFault !== undefined;
  useEffect(() => {
    if (isFirstFaulty) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [isFirstFaulty]);

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    const fault = check?.();
    setFailure(fault);
    setReasonFault(reason.trim() === '' ? field.missing : undefined);
    if (fault || reason.trim() === '') return;
    setIsBusy(true);
    try {
      await onSubmit({
        reason: reason.trim(),
        headers: { 'idempotency-key': `${key.current}-${content}`.slice(0, 128) },
      });
      showToast(words.done, 'success');
      onStale();
      onClose();
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setFailure(sentenceOf(error));
      if (error.error === 'CHANGED_MEANWHILE' || error.status >= 500) onStale();
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <Dialog isOpen title={title} closeLabel={words.close} onClose={onClose}>
      <form ref={form} noValidate onSubmit={event => void send(event)} className="grid gap-4">
        {children}
        <TextField
          label={field.label}
          hint={field.hint}
          error={reasonFault}
          name="reason"
          maxLength={500}
          value={reason}
          onChange={text => {
            setReason(text);
            setReasonFault(undefined);
          }}
        />
        <FormFailure text={failure} />
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="secondary" onClick={onClose}>
            {words.cancel}
          </Button>
          <Button type="submit" isBusy={isBusy} {...(isDanger && { variant: 'danger' as const })}>
            {submit}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Returns the sentence of an error, with the invalid places of a sheet. */
function sentenceOf({ msg, details }: CallError): string {
  const issues = Array.isArray(details) ? (details as { path?: unknown; error?: unknown }[]) : [];
  return [msg, ...issues.map(({ path, error }) => `${path}: ${error}`)].join('\n');
}
