// A buyer's request for a refund of one order: the dialog that sends it, and the line that says how it stands.

import { maxRequestSigns, type Order, requestRefund } from 'contract/routes/orders.ts';
import { fill } from 'contract/words.ts';
import { type FormEvent, useRef, useState } from 'react';
import { Button } from 'ui/button.tsx';
import { joinClasses } from 'ui/classes.ts';
import { Field, inputClasses } from 'ui/fields/field.tsx';
import { useWords } from 'ui/language.tsx';
import { Dialog } from 'ui/panels/dialog.tsx';
import { FormFailure } from '../account-forms/form-failure.tsx';
import { call } from '../api.ts';
import { CallError } from '../failures/call-error.ts';
import { showToast } from '../notices.ts';
import { formatMoney } from '../pay/money.ts';
import { Link } from '../router/link.tsx';
import { refundWords } from './refund-words.ts';

/** Whether something of the order can be asked back, and no request for it is open. */
export const canAskRefund = ({ state, amount, refundedAmount, refundRequest }: Order): boolean =>
  state === 'paid' && refundedAmount < amount && refundRequest?.state !== 'open';

export function RefundState({ request }: { request: NonNullable<Order['refundRequest']> }) {
  const words = useWords(refundWords);
  const { state, reason, answer } = request;
  return (
    <div className="grid basis-full gap-0.5 text-sm text-soft">
      <p className={joinClasses('font-medium', state === 'declined' ? 'text-bad' : 'text-ink')}>{words[state]}</p>
      <p className="line-clamp-3 wrap-anywhere">{fill(words.asked, { text: reason })}</p>
      {answer !== null && <p className="wrap-anywhere whitespace-pre-line">{fill(words.answered, { text: answer })}</p>}
    </div>
  );
}

interface RefundDialogProps {
  order: Order;
  onClose: () => void;
  /** The request was sent, or the order is not as the page shows it. */
  onChange: () => void;
}

export function RefundDialog({ order, onClose, onChange }: RefundDialogProps) {
  const words = useWords(refundWords);
  const [reason, setReason] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const { orderNo, mealName, amount, refundedAmount, currency } = order;

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    setIsMissing(reason.trim() === '');
    if (reason.trim() === '') return field.current?.focus();
    setIsBusy(true);
    setFailure(undefined);
    try {
      await call(requestRefund, { body: { orderNo, reason: reason.trim() }, handleErrors: true });
      showToast(words.sent, 'success');
      onChange();
      onClose();
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setFailure(error.msg);
      if (error.status === 409) onChange();
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <Dialog isOpen title={words.title} closeLabel={words.close} onClose={onClose}>
      <form noValidate onSubmit={event => void send(event)} className="grid gap-4">
        <p className="text-sm break-all text-soft">
          {fill(words.order, {
            name: mealName,
            amount: formatMoney(amount - refundedAmount, currency),
            order: orderNo,
          })}
        </p>
        <Field label={words.reason} hint={words.reasonHint} error={isMissing ? words.reasonMissing : undefined}>
          {wiring => (
            <textarea
              ref={field}
              {...wiring}
              name="reason"
              rows={4}
              required
              maxLength={maxRequestSigns}
              value={reason}
              onChange={event => {
                setReason(event.target.value);
                setIsMissing(false);
              }}
              className={joinClasses(inputClasses, 'py-2.5')}
            />
          )}
        </Field>
        <p className="text-sm text-soft">
          {words.afterwards}{' '}
          <Link to="/refund" className="text-accent-ink underline">
            {words.policy}
          </Link>
        </p>
        <FormFailure text={failure} />
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="secondary" onClick={onClose}>
            {words.cancel}
          </Button>
          <Button type="submit" isBusy={isBusy}>
            {words.send}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
