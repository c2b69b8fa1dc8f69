// The audit log: operator, action, time, reason, and the values before and after.
import { listOperatorActs, type OperatorAct } from 'contract/routes/operators.ts';
import { useState } from 'react';
import { useWords } from 'ui/language.tsx';
import { useFormat } from './format.ts';
import { Awaited, Pager } from './frame.tsx';
import { keyWords } from './key-words.ts';
import { laneWords } from './lane-words.ts';
import { needsWords } from './needs-words.ts';
import { useAnswer } from './operator.ts';
import { Table } from './table.tsx';
import { adminWords } from './words.ts';

const size = 20;

export function Acts() {
  const words = useWords(adminWords);
  const [page, setPage] = useState(1);
  const { answer, failure, again } = useAnswer(listOperatorActs, { page, size });
  return (
    <>
      {(!answer || failure !== undefined) && <Awaited failure={failure} onAgain={again} />}
      {answer && <ActTable title={words.acts} isTitleHidden acts={answer.list} />}
      <Pager page={page} size={size} total={answer?.total} onPage={setPage} />
    </>
  );
}

export function ActTable({
  title,
  acts,
  isTitleHidden = false,
}: {
  title: string;
  acts: readonly OperatorAct[];
  isTitleHidden?: boolean;
}) {
  const words = useWords(adminWords);
  const needs = useWords(needsWords);
  const keys = useWords(keyWords);
  const ofLanes = useWords(laneWords);
  const format = useFormat();
  const names: Readonly<Record<string, string>> = {
    grant: words.grant,
    refund: words.refund,
    decline: needs.declineAct,
    'refund failed': words.refundFailed,
    enter: words.enterAct,
    factor: words.factorAct,
    sheet: words.sheetAct,
    export: words.exportAct,
    publish: words.publishAct,
    withdraw: words.withdrawAct,
    freeze: needs.freezeAct,
    unfreeze: needs.unfreezeAct,
    'revoke key': keys.revokeAct,
    lane: ofLanes.laneAct,
  };
  return (
    <Table
      title={title}
      isTitleHidden={isTitleHidden}
      rows={acts}
      keyOf={act => act.id}
      columns={[
        { name: words.time, cell: act => format.moment(act.createdAt) },
        { name: words.operator, cell: act => act.operator },
        { name: words.act, cell: act => names[act.act] ?? act.act },
        { name: words.subject, cell: act => act.subject ?? '–' },
        // A log-in is recorded by the server, which gives its reason in English only.
        { name: words.reason, cell: act => (act.act === 'enter' ? '–' : act.reason) },
        {
          name: words.details,
          cell: act => (
            <details>
              <summary className="text-accent-ink underline">{words.details}</summary>
              <pre className="overflow-x-auto text-start text-[0.8125rem] whitespace-pre-wrap">
                {JSON.stringify(act.details, null, 2)}
              </pre>
            </details>
          ),
        },
      ]}
    />
  );
}
