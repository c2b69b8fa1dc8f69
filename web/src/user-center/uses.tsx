// Payments with uses or coins. An entry can be removed from the list; the charge remains booked.

import { delUseRecord, getUseList, type UseRecord } from 'contract/routes/points.ts';
import { fill, formatCount } from 'contract/words.ts';
import { History } from 'lucide-react';
import { useState } from 'react';
import { Button } from 'ui/button.tsx';
import { useWords } from 'ui/language.tsx';
import { EmptyState } from 'ui/panels/empty-state.tsx';
import { call } from '../api.ts';
import { CallError } from '../failures/call-error.ts';
import { useLanguageStore } from '../language-store.ts';
import { showToast } from '../notices.ts';
import { formatDay } from '../person/format-day.ts';
import { moneyWords } from './money-words.ts';
import { Paged } from './paged.tsx';
import { pageSize, usePages } from './use-pages.ts';

const loadUses = (page: number, signal: AbortSignal) =>
  call(getUseList, { query: { page, size: pageSize }, signal, handleErrors: true });

export function Uses() {
  const words = useWords(moneyWords);
  const uses = usePages<UseRecord>(loadUses);
  const [removing, setRemoving] = useState<number>();

  async function remove(id: number): Promise<void> {
    setRemoving(id);
    try {
      await call(delUseRecord, { body: { id } });
      showToast(words.removed, 'success');
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
    } finally {
      setRemoving(undefined);
      uses.again();
    }
  }

  return (
    <Paged pages={uses} none={<EmptyState icon={<History />} title={words.noUses} text={words.noUsesNext} />}>
      {list => (
        <ul className="card">
          {list.map(record => (
            <UseRow
              key={record.id}
              record={record}
              isRemoving={removing === record.id}
              onRemove={() => void remove(record.id)}
            />
          ))}
        </ul>
      )}
    </Paged>
  );
}

interface UseRowProps {
  readonly record: UseRecord;
  readonly isRemoving: boolean;
  readonly onRemove: () => void;
}

function UseRow({ record, isRemoving, onRemove }: UseRowProps) {
  const words = useWords(moneyWords);
  const { kind, amount } = record.charge;
  const tileWords = useLanguageStore(state => state.tileWords);
  const title = (record.tool && tileWords[record.tool]?.title) || record.tool || '';
  const paid = { none: words.freeOfCharge, use: amount === 1 ? words.costOne : words.cost, coins: words.costCoins };
  const cost = fill(paid[kind], { amount: formatCount(amount) });
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line p-4 first:border-0">
      <div className="grid min-w-0 flex-1 basis-48 gap-0.5">
        <p className="font-semibold">{title || record.name}</p>
        <p className="text-sm break-all text-soft">{record.name}</p>
      </div>
      <p className="text-sm tabular-nums">{cost}</p>
      <p className="text-sm whitespace-nowrap text-soft tabular-nums">{formatDay(new Date(record.createdAt))}</p>
      <Button
        size="sm"
        variant="secondary"
        isBusy={isRemoving}
        aria-label={fill(words.removeOne, { name: record.name || title })}
        onClick={onRemove}
      >
        {words.remove}
      </Button>
    </li>
  );
}
