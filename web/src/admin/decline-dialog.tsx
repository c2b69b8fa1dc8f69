// Declines a buyer's request for a refund, with words for the buyer.
import { declineRefund } from 'contract/routes/operator-needs.ts';
import type { OperatorOrder } from 'contract/routes/operators.ts';
import { fill } from 'contract/words.ts';
import { useWords } from 'ui/language.tsx';
import { ActDialog } from './frame.tsx';
import { needsWords } from './needs-words.ts';
import { callAsOperator } from './operator.ts';

interface DeclineDialogProps {
  order: OperatorOrder;
  onClose: () => void;
  onStale: () => void;
}

export function DeclineDialog({ order, onClose, onStale }: DeclineDialogProps) {
  const needs = useWords(needsWords);
  const { orderNo, refundRequest, seen } = order;
  return (
    <ActDialog
      title={fill(needs.declineOf, { order: orderNo })}
      submit={needs.decline}
      reason={{ label: needs.answer, hint: needs.answerHint, missing: needs.answerMissing }}
      onSubmit={({ reason, headers }) => callAsOperator(declineRefund, { body: { orderNo, reason, seen }, headers })}
      onClose={onClose}
      onStale={onStale}
    >
      {refundRequest && (
        <p className="text-sm wrap-anywhere">{fill(needs.askedWhy, { reason: refundRequest.reason })}</p>
      )}
    </ActDialog>
  );
}
