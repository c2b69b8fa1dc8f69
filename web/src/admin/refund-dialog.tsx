// Refunds an order, fully or partially, with a reason.
import { type OperatorOrder, refundAnOrder } from 'contract/routes/operators.ts';
import { fill } from 'contract/words.ts';
import { useState } from 'react';
import { TextField } from 'ui/fields/field.tsx';
import { Segmented } from 'ui/fields/segmented.tsx';
import { useWords } from 'ui/language.tsx';
import { useFormat } from './format.ts';
import { ActDialog } from './frame.tsx';
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
  const { amount: most, currency } = order.due ?? { amount: 0, currency: order.currency };
  const left = format.money(most, currency);
  const amount = how === 'all' ? undefined : readAmount(typed);
  const isFine = how === 'all' || (amount !== undefined && amount >= 1 && amount <= most);
  return (
    <ActDialog
      title={fill(words.refundTitle, { order: order.orderNo })}
      submit={words.refund}
      isDanger
      content={String(amount ?? 'all')}
      check={() => (isFine ? undefined : fill(words.amountBad, { left }))}
      onSubmit={({ reason, headers }) =>
        callAsOperator(refundAnOrder, {
          body: { orderNo: order.orderNo, ...(amount !== undefined && { amount }), reason, seen: order.seen },
          headers,
        })
      }
      onClose={onClose}
      onStale={onStale}
    >
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
    </ActDialog>
  );
}
