// What needs the operator: stuck orders, refund requests, calls that fail, lanes without a worker, the disk, and the latest backup.
import { getOverview, type Overview as OverviewAnswer } from 'contract/routes/operator-needs.ts';
import { fill } from 'contract/words.ts';
import { Archive, CircleCheck, CirclePause, HardDrive, TriangleAlert } from 'lucide-react';
import { useEffect } from 'react';
import { useWords } from 'ui/language.tsx';
import { formatBytes } from 'ui/measures.ts';
import { Callout } from 'ui/panels/callout.tsx';
import { Link } from '../router/link.tsx';
import { useFormat } from './format.ts';
import { Awaited } from './frame.tsx';
import { laneWords } from './lane-words.ts';
import { needsWords } from './needs-words.ts';
import { useAnswer } from './operator.ts';
import { OrderTable } from './orders.tsx';
import { Table } from './table.tsx';
import { adminWords } from './words.ts';

const lookAgainMs = 30_000;
const gigabytes = (bytes: number) => Math.round(bytes / 1024 ** 3);

function BackupNote({ backup }: { backup: NonNullable<OverviewAnswer['backup']> }) {
  const needs = useWords(needsWords);
  const format = useFormat();
  const { lastAt, bytes, hasFailed, isLate } = backup;
  const title =
    lastAt === null
      ? needs.backupNone
      : fill(needs.backupLast, { time: format.moment(lastAt), size: formatBytes(bytes ?? 0) });
  return (
    <Callout tone={isLate ? 'bad' : hasFailed ? 'warn' : 'info'} icon={<Archive />} title={title}>
      {hasFailed && needs.backupFailed}
    </Callout>
  );
}

export function Overview() {
  const words = useWords(adminWords);
  const needs = useWords(needsWords);
  const ofLanes = useWords(laneWords);
  const format = useFormat();
  const { answer, failure, again } = useAnswer(getOverview);
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) again();
    }, lookAgainMs);
    return () => clearInterval(timer);
  }, [again]);
  if (!answer) return <Awaited failure={failure} onAgain={again} />;
  const { stuck, refundRequests, failures, idleLanes, pausedLanes, disk, backup } = answer;
  const stuckCount = stuck?.total ?? 0;
  const askedCount = refundRequests?.total ?? 0;
  const isCalm =
    stuckCount === 0 &&
    askedCount === 0 &&
    failures.length === 0 &&
    idleLanes.length === 0 &&
    pausedLanes.length === 0 &&
    !disk?.isLow &&
    !backup?.isLate;
  return (
    <>
      {failure !== undefined && <Awaited failure={failure} onAgain={again} />}
      {isCalm && <Callout tone="good" icon={<CircleCheck />} title={needs.calm} />}
      {disk && (
        <Callout
          tone={disk.isLow ? 'bad' : 'info'}
          icon={<HardDrive />}
          title={fill(disk.isLow ? needs.diskLow : needs.diskFine, {
            free: gigabytes(disk.freeBytes),
            reserve: gigabytes(disk.reserveBytes),
          })}
        />
      )}
      {backup && <BackupNote backup={backup} />}
      {idleLanes.map(({ lane, waiting }) => (
        <Callout
          key={lane}
          tone="warn"
          icon={<TriangleAlert />}
          title={fill(needs.idleLane, { lane, count: waiting })}
        />
      ))}
      {pausedLanes.map(({ lane, waiting }) => (
        <Callout
          key={`paused ${lane}`}
          tone="warn"
          icon={<CirclePause />}
          title={fill(ofLanes.pausedLane, { lane, count: waiting })}
        />
      ))}
      {refundRequests && askedCount > 0 && (
        <>
          <h2 className="text-lg font-bold">{fill(needs.refundRequests, { count: askedCount })}</h2>
          <OrderTable orders={refundRequests.list} onStale={again} hasOwner />
          <Link to="/admin/orders" className="justify-self-start text-sm text-accent-ink underline">
            {needs.allRequests}
          </Link>
        </>
      )}
      {stuck && stuckCount > 0 && (
        <>
          <h2 className="text-lg font-bold">{fill(needs.stuckOrders, { count: stuckCount })}</h2>
          <OrderTable orders={stuck.list} onStale={again} hasOwner />
          <Link to="/admin/orders" className="justify-self-start text-sm text-accent-ink underline">
            {needs.allStuck}
          </Link>
        </>
      )}
      {failures.length > 0 && (
        <Table
          title={needs.failures}
          rows={failures}
          keyOf={one => `${one.tool}/${one.call}`}
          columns={[
            { name: words.tool, cell: one => `${one.tool}/${one.call}` },
            { name: words.failed, isNumber: true, cell: one => format.number(one.failed) },
            { name: words.finished, isNumber: true, cell: one => format.number(one.done) },
            {
              name: words.errors,
              cell: one => one.errors.map(({ error, count }) => `${error} × ${count}`).join(', ') || '–',
            },
          ]}
        />
      )}
    </>
  );
}
