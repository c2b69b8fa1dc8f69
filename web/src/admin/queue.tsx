// Tasks and queue: lanes, workers, open tasks, and the outcomes of each tool's tasks.
import { getQueue, type QueueView } from 'contract/routes/operators.ts';
import { fill } from 'contract/words.ts';
import { useEffect, useState } from 'react';
import { Button } from 'ui/button.tsx';
import { useWords } from 'ui/language.tsx';
import { useFormat } from './format.ts';
import { Awaited } from './frame.tsx';
import { LaneDialog } from './lane-dialog.tsx';
import { laneWords } from './lane-words.ts';
import { useAnswer } from './operator.ts';
import { Table } from './table.tsx';
import { TaskTable } from './task-table.tsx';
import { adminWords } from './words.ts';

const lookAgainMs = 5000;

function LaneTable({ lanes, onStale }: { lanes: QueueView['lanes']; onStale: () => void }) {
  const words = useWords(adminWords);
  const ofLanes = useWords(laneWords);
  const format = useFormat();
  const [changing, setChanging] = useState<QueueView['lanes'][number]>();
  return (
    <>
      <Table
        title={words.lanes}
        rows={lanes}
        keyOf={lane => lane.lane}
        columns={[
          { name: words.lane, cell: lane => lane.lane },
          {
            name: ofLanes.state,
            cell: lane =>
              lane.isPaused ? <strong className="text-warn">{ofLanes.paused}</strong> : <span>{ofLanes.open}</span>,
          },
          { name: words.width, isNumber: true, cell: lane => lane.width },
          { name: ofLanes.widthOfEach, isNumber: true, cell: lane => lane.widthOfEach ?? ofLanes.ownWidth },
          { name: words.waiting, isNumber: true, cell: lane => format.number(lane.waiting) },
          { name: words.running, isNumber: true, cell: lane => format.number(lane.running) },
          { name: words.longestWait, isNumber: true, cell: lane => format.seconds(lane.longestWaitSeconds) },
          { name: words.medianWait, isNumber: true, cell: lane => format.seconds(lane.medianWaitSeconds) },
          {
            name: words.act,
            cell: lane => (
              <Button
                size="sm"
                variant="secondary"
                aria-label={fill(ofLanes.changeOf, { lane: lane.lane })}
                onClick={() => setChanging(lane)}
              >
                {ofLanes.change}
              </Button>
            ),
          },
        ]}
      />
      {changing && <LaneDialog lane={changing} onClose={() => setChanging(undefined)} onStale={onStale} />}
    </>
  );
}

export function Queue() {
  const words = useWords(adminWords);
  const format = useFormat();
  const { answer, failure, again } = useAnswer(getQueue);
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) again();
    }, lookAgainMs);
    return () => clearInterval(timer);
  }, [again]);
  if (!answer) return <Awaited failure={failure} onAgain={again} />;
  return (
    <>
      {failure !== undefined && <Awaited failure={failure} onAgain={again} />}
      <LaneTable lanes={answer.lanes} onStale={again} />
      <Table
        title={words.workers}
        rows={answer.workers}
        keyOf={worker => worker.id}
        columns={[
          { name: words.host, cell: worker => `${worker.host} (${worker.pid})` },
          { name: words.version, cell: worker => worker.version },
          {
            name: words.lanes,
            cell: worker =>
              Object.entries(worker.lanes)
                .map(([lane, width]) => `${lane} ${width}`)
                .join(', '),
          },
          { name: words.running, isNumber: true, cell: worker => worker.running },
          { name: words.started, cell: worker => format.moment(worker.startedAt) },
          { name: words.lastSeen, cell: worker => format.moment(worker.lastSeenAt) },
        ]}
      />
      <TaskTable title={words.openTasks} tasks={answer.open} hasOwner />
      <Table
        title={words.ends}
        rows={answer.tools}
        keyOf={tool => `${tool.tool}/${tool.call}`}
        columns={[
          { name: words.tool, cell: tool => `${tool.tool}/${tool.call}` },
          { name: words.finished, isNumber: true, cell: tool => format.number(tool.done) },
          { name: words.failed, isNumber: true, cell: tool => format.number(tool.failed) },
          {
            name: words.errors,
            cell: tool => tool.errors.map(({ error, count }) => `${error} × ${count}`).join(', ') || '–',
          },
        ]}
      />
    </>
  );
}
