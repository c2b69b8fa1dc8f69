// Refunds an order, fully or partially, with a reason.
import { type OperatorOrder, refundAnOrder } from 'contract/routes/operators.ts';
import { maxRequestSigns } from 'contract/routes/orders.ts';
import { fill } from 'contract/words.ts';
import { useState } from 'react';
import { TextField } from 'ui/fields/field.tsx';
import { Segmented } from 'ui/fields/segmented.tsx';
import { useWords } from 'ui/language.tsx';
import { useFormat } from './format.ts';
import { ActDialog } from './frame.tsx';
import { needsWords } from './needs-words.ts';
import { callAsOperator } from './operator.ts';
import { readAmount } from './read-amount.ts';
import { adminWords } from './words.ts';

interface RefundDialogProps {
  order: OperatorOrder;
  onClose: () => void;
  onStale: () => void;
}

export function RefundDialog({ order, onClose, onStale }: RefundDialogProps) {
  const words = useWords(adminWords);
  const format = useFormat();
  const [how, setHow] = useState<'all' | 'part'>('all');
  const [typed, setTyped] = useState('');
  const [answer, setAnswer] = useState('');
  const needs = useWords(needsWords);
  const asked = order.refundRequest?.state === 'open' ? order.refundRequest : undefined;
  const { amount: max, currency } = order.due ?? { amount: 0, currency: order.currency };
  const left = format.money(max, currency);
  const amount = how === 'all' ? undefined : readAmount(typed);
  const isFine = how === 'all' || (amount !== undefined && amount >= 1 && amount <= max);
  return (
    <ActDialog
      title={fill(words.refundTitle, { order: order.orderNo })}
      submit={words.refund}
      isDanger
      content={`${amount ?? 'all'} ${answer}`}
      check={() => (isFine ? undefined : fill(words.amountBad, { left }))}
      onSubmit={({ reason, headers }) =>
        callAsOperator(refundAnOrder, {
          body: {
            orderNo: order.orderNo,
            ...(amount !== undefined && { amount }),
            ...(answer.trim() !== '' && { answer }),
            reason,
            seen: order.seen,
          },
          headers,
        })
      }
      onClose={onClose}
      onStale={onStale}
    >
      {asked && <p className="text-sm wrap-anywhere">{fill(needs.askedWhy, { reason: asked.reason })}</p>}
      <Segmented
        label={words.refund}
        isLabelHidden
        value={how}
        segments={[
          { value: 'all', label: words.refundAll },
          { value: 'part', label: words.refundPart },
        ]}
        onChange={setHow}
        hint={words.refundHint}
      />
      {how === 'part' ? (
        <TextField
          label={words.refundAmount}
          hint={fill(words.refundLeft, { left })}
          name="amount"
          inputMode="decimal"
          value={typed}
          onChange={setTyped}
        />
      ) : (
        <p className="font-semibold">{left}</p>
      )}
      {asked && (
        <TextField
          label={needs.answer}
          hint={needs.answerRefundHint}
          name="answer"
          maxLength={maxRequestSigns}
          value={answer}
          onChange={setAnswer}
        />
      )}
    </ActDialog>
  );
}
