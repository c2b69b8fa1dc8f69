// Tasks as operators see them: what runs where, since when, and how it ended; no files and no results.
import type { TaskLine } from 'contract/routes/operators.ts';
import { useWords } from 'ui/language.tsx';
import { Link } from '../router/link.tsx';
import { useFormat } from './format.ts';
import { Table } from './table.tsx';
import { adminWords } from './words.ts';

export function TaskTable({
  title,
  tasks,
  hasOwner = false,
}: {
  title: string;
  tasks: readonly TaskLine[];
  hasOwner?: boolean;
}) {
  const words = useWords(adminWords);
  const format = useFormat();
  const states = {
    queued: words.queued,
    running: words.running,
    done: words.taskDone,
    failed: words.failed,
    cancelled: words.cancelled,
  };
  const owner = {
    name: words.owner,
    cell: (task: TaskLine) =>
      task.accountId === null ? (
        words.visitor
      ) : (
        <Link to={`/admin/people?id=${task.accountId}`} className="text-accent-ink underline">
          {task.accountId.slice(0, 8)}
        </Link>
      ),
  };
  return (
    <Table
      title={title}
      rows={tasks}
      keyOf={task => task.id}
      columns={[
        { name: words.time, cell: task => format.moment(task.createdAt) },
        { name: words.tool, cell: task => `${task.tool}/${task.call}` },
        { name: words.lane, cell: task => task.lane },
        {
          name: words.state,
          cell: task =>
            task.status === 'running'
              ? `${states.running} ${task.progress}%`
              : `${states[task.status]}${task.error === null ? '' : ` (${task.error})`}`,
        },
        ...(hasOwner ? [owner] : []),
        { name: words.tries, isNumber: true, cell: task => task.attempt },
      ]}
    />
  );
}
