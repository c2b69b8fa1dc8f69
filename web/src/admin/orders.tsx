// Orders: filters, the ones waiting for an operator, refunds, and export of the list.

import { exportOrders, listAllOrders, type OperatorOrder } from 'contract/routes/operators.ts';
import { fill } from 'contract/words.ts';
import { useState } from 'react';
import { Button } from 'ui/button.tsx';
import { TextField } from 'ui/fields/field.tsx';
import { Select } from 'ui/fields/select.tsx';
import { saveBlob } from 'ui/files/save-file.ts';
import { useLanguage, useWords } from 'ui/language.tsx';
import { CallError } from '../failures/call-error.ts';
import { showToast } from '../notices.ts';
import { Link } from '../router/link.tsx';
import { DeclineDialog } from './decline-dialog.tsx';
import { useFormat } from './format.ts';
import { Awaited, Pager } from './frame.tsx';
import { needsWords } from './needs-words.ts';
import { callAsOperator, useAnswer } from './operator.ts';
import { RefundDialog } from './refund-dialog.tsx';
import { Table } from './table.tsx';
import { adminWords } from './words.ts';

const size = 20;
type State = OperatorOrder['state'] | 'stuck' | 'asked';

export function Orders() {
  const words = useWords(adminWords);
  const needs = useWords(needsWords);
  const [state, setState] = useState<State | ''>('');
  const [typed, setTyped] = useState('');
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(1);
  const [isExporting, setIsExporting] = useState(false);
  const filters = { search, ...(state && { state }) };
  const { answer, failure, again } = useAnswer(listAllOrders, { ...filters, page, size });

  async function exportAll(): Promise<void> {
    setIsExporting(true);
    try {
      const { csv } = await callAsOperator(exportOrders, { body: filters });
      saveBlob(new Blob([csv], { type: 'text/csv;charset=utf-8' }), 'orders.csv');
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      showToast(error.msg, 'error');
    } finally {
      setIsExporting(false);
    }
  }

  const choices = [
    ['', words.all],
    ['stuck', words.stuck],
    ['asked', needs.asked],
    ['open', words.open],
    ['paid', words.paid],
    ['refunded', words.refundedState],
    ['closed', words.closed],
  ] as const;
  return (
    <>
      <search>
        <form
          className="flex flex-wrap items-end gap-3"
          onSubmit={event => {
            event.preventDefault();
            setSearch(typed.trim());
            setPage(1);
          }}
        >
          <div className="min-w-0 flex-1 basis-60">
            <TextField
              label={words.search}
              placeholder={words.searchOrders}
              type="search"
              value={typed}
              onChange={setTyped}
            />
          </div>
          <Select
            label={words.state}
            value={state}
            choices={choices.map(([value, label]) => ({ value, label }))}
            onChange={chosen => {
              setState(chosen);
              setPage(1);
            }}
          />
          <Button type="submit">{words.search}</Button>
          <Button variant="secondary" isBusy={isExporting} onClick={() => void exportAll()}>
            {words.export}
          </Button>
        </form>
      </search>
      {(!answer || failure !== undefined) && <Awaited failure={failure} onAgain={again} />}
      {answer && <OrderTable orders={answer.list} onStale={again} hasOwner />}
      <Pager page={page} size={size} total={answer?.total} onPage={setPage} />
    </>
  );
}

interface OrderTableProps {
  orders: readonly OperatorOrder[];
  onStale: () => void;
  hasOwner?: boolean;
}

export function OrderTable({ orders, onStale, hasOwner = false }: OrderTableProps) {
  const words = useWords(adminWords);
  const needs = useWords(needsWords);
  const language = useLanguage();
  const format = useFormat();
  const [refunding, setRefunding] = useState<OperatorOrder>();
  const [declining, setDeclining] = useState<OperatorOrder>();
  const latest = (one: OperatorOrder) => orders.find(order => order.orderNo === one.orderNo) ?? one;
  const states = { open: words.open, paid: words.paid, closed: words.closed, refunded: words.refundedState };
  const owner = {
    name: words.owner,
    cell: ({ accountId }: OperatorOrder) =>
      accountId === null ? (
        '–'
      ) : (
        <Link to={`/admin/people?id=${accountId}`} className="text-accent-ink underline">
          {accountId.slice(0, 8)}
        </Link>
      ),
  };
  return (
    <>
      <Table
        title={words.orders}
        isTitleHidden={hasOwner}
        rows={orders}
        keyOf={order => order.orderNo}
        columns={[
          { name: words.order, cell: order => order.orderNo },
          ...(hasOwner ? [owner] : []),
          { name: words.plan, cell: order => order.mealName[language] },
          {
            name: words.price,
            isNumber: true,
            cell: order =>
              order.refundedAmount > 0
                ? `${format.money(order.amount, order.currency)} − ${format.money(order.refundedAmount, order.currency)}`
                : format.money(order.amount, order.currency),
          },
          { name: words.paidBy, cell: order => order.payType ?? '–' },
          {
            name: words.state,
            cell: order => (
              <>
                {states[order.state]}
                {order.fault !== null && <span className="block text-bad">{order.fault}</span>}
                {order.refundRequest?.state === 'open' && (
                  <span className="block max-w-80 min-w-40 wrap-anywhere whitespace-normal">
                    {fill(needs.askedWhy, { reason: order.refundRequest.reason })}
                  </span>
                )}
              </>
            ),
          },
          { name: words.ordered, cell: order => format.moment(order.createdAt) },
          {
            name: words.act,
            cell: order => (
              <span className="flex gap-2">
                {order.due !== null && (
                  <Button
                    size="sm"
                    variant="danger"
                    aria-label={fill(words.refundTitle, { order: order.orderNo })}
                    onClick={() => setRefunding(order)}
                  >
                    {words.refund}
                  </Button>
                )}
                {order.refundRequest?.state === 'open' && (
                  <Button
                    size="sm"
                    variant="secondary"
                    aria-label={fill(needs.declineOf, { order: order.orderNo })}
                    onClick={() => setDeclining(order)}
                  >
                    {needs.decline}
                  </Button>
                )}
              </span>
            ),
          },
        ]}
      />
      {refunding && (
        <RefundDialog order={latest(refunding)} onClose={() => setRefunding(undefined)} onStale={onStale} />
      )}
      {declining && (
        <DeclineDialog order={latest(declining)} onClose={() => setDeclining(undefined)} onStale={onStale} />
      )}
    </>
  );
}
