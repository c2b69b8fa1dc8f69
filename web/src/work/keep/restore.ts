// Finds work again after a reload or on coming back: from what this browser kept, and from the tasks the server still has.
import { settings } from '../../settings.ts';
import { findLatestTasks } from '../transfer/calls.ts';
import '../transfer/conductor.ts';
import { keepFile } from '../items/files.ts';
import { isEnded, type WorkItem, withTask } from '../items/item.ts';
import { makeItem } from '../items/make-item.ts';
import { addItems, patchBench, patchItem, useWork } from '../items/store.ts';
import { passOver } from '../transfer/problems.ts';
import { noteOpenWork } from './open-work.ts';
import { revive, sortSaved, worthSaving } from './revive.ts';
import { forgetItems, loadFiles, loadItems, saveItems } from './saved-work.ts';
import { openTabs, tabId } from './tab.ts';

let restoring: Promise<void> | undefined;

/** A browser whose storage does not answer must not keep anybody from working. */
const patienceMs = 3000;

/** Once per page; later calls wait for the same. Never rejects: without the old work there is still the new. */
export function restoreWork(): Promise<void> {
  const patience = new Promise<void>(resolve => setTimeout(resolve, patienceMs));
  restoring ??= Promise.race([restore().catch(reportError), patience]);
  return restoring;
}

async function restore(): Promise<void> {
  const [saved, ownTab, open] = await Promise.all([loadItems(), tabId(), openTabs()]);
  const { mine, expired } = sortSaved(saved, ownTab, open, Date.now(), settings.retentionHours * 3_600_000);
  const files = await loadFiles(mine.map(item => item.id));
  for (const [index, item] of mine.entries()) {
    const file = files[index];
    if (file) keepFile(item.id, file);
  }
  for (const tool of new Set(mine.map(item => item.tool))) {
    const items = mine
      .filter(item => item.tool === tool)
      .map(item => revive(item, files[mine.indexOf(item)] !== undefined));
    const last = items.findLast(item => !item.ownOptions && item.ranOptions);
    patchBench(tool, { batchId: items.at(-1)?.batchId, options: last?.ranOptions });
    addItems(tool, items);
  }
  void forgetItems(expired.map(item => item.id));
  watch();
  // Nobody waits for it, and without an answer nothing is lost but a row.
  findForeignTasks(new Set(saved.flatMap(({ item }) => item.task?.taskId ?? []))).catch(passOver);
}

/** Tasks of this visitor that are still under way and that this browser kept nothing of. */
async function findForeignTasks(known: ReadonlySet<string>): Promise<void> {
  const tasks = await findLatestTasks();
  const items = Object.values(useWork.getState().items);
  for (const task of tasks) {
    const own = items.find(item => item.task?.taskId === task.taskId);
    if (own) patchItem(own.id, item => withTask(item, task));
    else if (!known.has(task.taskId) && !isEnded(task) && task.batchId) {
      const facts = { name: task.taskId.slice(0, 8) };
      const item = makeItem(task.tool, { facts, upload: 'stored', batchId: task.batchId });
      addItems(task.tool, [withTask(item, task)]);
    }
  }
}

let isWatching = false;

/** Writes down every change that matters from now on. */
function watch(): void {
  if (isWatching) return;
  isWatching = true;
  const written = new Map<string, string>();
  const save = (items: Readonly<Record<string, WorkItem>>, before: Readonly<Record<string, WorkItem>>) => {
    noteOpenWork(Object.keys(items).length > 0);
    const changed = Object.values(items)
      .filter(item => before[item.id] !== item)
      .map(worthSaving);
    const due = changed.filter(item => {
      const text = JSON.stringify(item);
      if (written.get(item.id) === text) return false;
      written.set(item.id, text);
      return true;
    });
    if (due.length > 0) void saveItems(due);
    const gone = Object.keys(before).filter(id => !items[id]);
    if (gone.length > 0) void forgetItems(gone);
  };
  save(useWork.getState().items, {});
  useWork.subscribe((work, before) => save(work.items, before.items));
}
