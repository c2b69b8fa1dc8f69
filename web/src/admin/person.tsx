// One user: balance and holds, ledger, orders and tasks, and operator actions. Days, uses and coins are granted here.
import { getPerson, type LedgerLine, type PersonView } from 'contract/routes/operators.ts';
import { fill } from 'contract/words.ts';
import { useState } from 'react';
import { Button } from 'ui/button.tsx';
import { FactRows } from 'ui/fact-rows.tsx';
import { useLanguage, useWords } from 'ui/language.tsx';
import { Link } from '../router/link.tsx';
import { ActTable } from './acts.tsx';
import { KeyTable } from './api-keys.tsx';
import { useFormat } from './format.ts';
import { Awaited } from './frame.tsx';
import { FreezeDialog } from './freeze-dialog.tsx';
import { GrantDialog } from './grant-dialog.tsx';
import { needsWords } from './needs-words.ts';
import { useAnswer } from './operator.ts';
import { OrderTable } from './orders.tsx';
import { Table } from './table.tsx';
import { TaskTable } from './task-table.tsx';
import { adminWords } from './words.ts';

export function PersonSheet({ id }: { id: string }) {
  const words = useWords(adminWords);
  const needs = useWords(needsWords);
  const { answer, failure, again } = useAnswer(getPerson, { id });
  const [isGranting, setIsGranting] = useState(false);
  const [isFreezing, setIsFreezing] = useState(false);
  if (!answer) return <Awaited failure={failure} onAgain={again} />;
  const { person, wallet, holds, ledger, orders, tasks, apiKeys, acts, seen } = answer;
  return (
    <>
      {failure !== undefined && <Awaited failure={failure} onAgain={again} />}
      <Link to="/admin/people" className="justify-self-start text-sm text-accent-ink underline">
        {words.back}
      </Link>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="min-w-0 text-xl font-bold break-words">{person.nickName}</h2>
        <div className="flex gap-3">
          <Button variant="secondary" onClick={() => setIsFreezing(true)}>
            {person.isFrozen ? needs.unfreeze : needs.freeze}
          </Button>
          {wallet && <Button onClick={() => setIsGranting(true)}>{words.grant}</Button>}
        </div>
      </div>
      <Facts person={person} wallet={wallet} acts={acts} />
      {ledger && <Ledger lines={ledger} />}
      {orders && <OrderTable orders={orders} onStale={again} />}
      {holds && <Holds holds={holds} />}
      <TaskTable title={words.tasks} tasks={tasks} />
      <KeyTable keys={apiKeys} accountId={person.id} seen={seen} onStale={again} />
      <ActTable title={words.acts} acts={acts} />
      {isFreezing && <FreezeDialog person={person} seen={seen} onClose={() => setIsFreezing(false)} onStale={again} />}
      {isGranting && <GrantDialog person={person} seen={seen} onClose={() => setIsGranting(false)} onStale={again} />}
    </>
  );
}

function Facts({ person, wallet, acts }: Pick<PersonView, 'person' | 'wallet' | 'acts'>) {
  const words = useWords(adminWords);
  const needs = useWords(needsWords);
  const language = useLanguage();
  const format = useFormat();
  const rows: [string, string][] = [
    [words.accountId, person.id],
    [words.mobile, person.mobile ?? '–'],
    [words.username, person.username ?? '–'],
    [words.registered, format.moment(person.createdAt)],
  ];
  const reason = acts.find(({ act }) => act === 'freeze')?.reason;
  if (person.isFrozen) rows.push([words.state, reason ? fill(needs.frozenFor, { reason }) : words.frozen]);
  if (wallet)
    rows.push(
      [words.member, wallet.isMember ? words.yes : words.notMember],
      [words.plan, wallet.plan?.[language] ?? '–'],
      [words.memberUntil, wallet.isForever ? words.forever : format.moment(wallet.memberUntil)],
      [words.uses, format.held(wallet.uses, wallet.usesHeld, wallet.usesOwed)],
      [words.coins, format.held(wallet.coins, wallet.coinsHeld, wallet.coinsOwed)],
    );
  return (
    <div className="max-w-lg">
      <FactRows label={words.balance} rows={rows} />
    </div>
  );
}

function Ledger({ lines }: { lines: readonly LedgerLine[] }) {
  const words = useWords(adminWords);
  const format = useFormat();
  const sources = {
    purchase: words.purchase,
    grant: words.grant,
    run: words.run,
    refund: words.refunded,
    correction: words.correction,
    debt: words.debt,
  };
  const kinds = { coins: words.coins, uses: words.uses, membership: words.membership };
  const lengthOf = (line: LedgerLine) => {
    if (line.isForever) return words.forever;
    const parts = [
      [line.months ?? 0, words.months],
      [line.days ?? 0, words.days],
    ] as const;
    return parts
      .filter(([count]) => count !== 0)
      .map(([count, unit]) => `${unit} ${count > 0 ? '+' : ''}${count}`)
      .join(', ');
  };
  return (
    <Table
      title={words.ledger}
      rows={lines}
      keyOf={line => `${line.kind} ${line.reason} ${line.reference} ${line.createdAt}`}
      columns={[
        { name: words.time, cell: line => format.moment(line.createdAt) },
        { name: words.what, cell: line => kinds[line.kind] },
        {
          name: words.amount,
          isNumber: true,
          cell: line =>
            line.amount === null
              ? lengthOf(line)
              : `${line.amount > 0 ? '+' : ''}${format.held(line.amount, 0, line.owed ?? 0)}`,
        },
        { name: words.why, cell: line => sources[line.reason] },
        { name: words.reference, cell: line => <span className="text-soft">{line.reference}</span> },
      ]}
    />
  );
}

function Holds({ holds }: { holds: NonNullable<PersonView['holds']> }) {
  const words = useWords(adminWords);
  const format = useFormat();
  return (
    <Table
      title={words.holds}
      rows={holds}
      keyOf={hold => hold.taskId}
      columns={[
        { name: words.time, cell: hold => format.moment(hold.createdAt) },
        { name: words.tool, cell: hold => hold.call },
        {
          name: words.amount,
          isNumber: true,
          cell: hold => `${format.number(hold.amount)} ${hold.unit === 'coin' ? words.coins : words.uses}`,
        },
        { name: words.until, cell: hold => format.moment(hold.expiresAt) },
      ]}
    />
  );
}
