// Tasks and queue: lanes, workers, open tasks, and the outcomes of each tool's tasks.
import { getQueue } from 'contract/routes/operators.ts';
import { useEffect } from 'react';
import { useWords } from 'ui/language.tsx';
import { useFormat } from './format.ts';
import { Awaited } from './frame.tsx';
import { useAnswer } from './operator.ts';
import { Table } from './table.tsx';
import { TaskTable } from './task-table.tsx';
import { adminWords } from './words.ts';

const lookAgainMs = 5000;

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
      <Table
        title={words.lanes}
        rows={answer.lanes}
        keyOf={lane => lane.lane}
        columns={[
          { name: words.lane, cell: lane => lane.lane },
          { name: words.width, isNumber: true, cell: lane => lane.width },
          { name: words.waiting, isNumber: true, cell: lane => format.number(lane.waiting) },
          { name: words.running, isNumber: true, cell: lane => format.number(lane.running) },
          { name: words.longestWait, isNumber: true, cell: lane => format.seconds(lane.longestWaitSeconds) },
          { name: words.medianWait, isNumber: true, cell: lane => format.seconds(lane.medianWaitSeconds) },
        ]}
      />
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
