// Restores work after a reload or on a later visit: from the browser's storage and from the tasks on the server.
import { settings } from '../../settings.ts';
import { findLatestTasks } from '../../tasks/calls.ts';
import { passOver } from '../../tasks/problems.ts';
import { keepFile } from '../items/files.ts';
import { isEnded, type WorkItem, withTask } from '../items/item.ts';
import { addItems, type Bench, getBench, makeInput, makeItem, patchBench, patchItem, useWork } from '../items/store.ts';
import { noteOpenWork } from './open-work.ts';
import { isContinued, revive, sortSaved, worthSaving } from './revive.ts';
import {
  forgetFiles,
  forgetItems,
  forgetOptions,
  leaveOptions,
  loadFiles,
  loadItems,
  loadOptions,
  saveItems,
  saveOptions,
} from './saved-work.ts';
import { openTabs, tabId } from './tab.ts';

let restoring: Promise<void> | undefined;

/** Timeout in milliseconds: unresponsive storage must not block new work. */
const patienceMs = 3000;

/** Runs once per page; later calls return the same promise. Never rejects, because new work is possible without the old. */
export function restoreWork(): Promise<void> {
  const patience = new Promise<void>(resolve => setTimeout(resolve, patienceMs));
  restoring ??= Promise.race([restore().catch(reportError), patience]);
  return restoring;
}

async function restore(): Promise<void> {
  const [saved, savedOptions, ownTab, open] = await Promise.all([loadItems(), loadOptions(), tabId(), openTabs()]);
  const retentionMs = settings.retentionHours * 3_600_000;
  const { mine, expired } = sortSaved(saved, ownTab, open, Date.now(), retentionMs);
  const inputIds = mine.flatMap(item => item.inputs.map(input => input.id));
  const files = await loadFiles(inputIds);
  const found = new Set<string>();
  for (const [index, id] of inputIds.entries()) {
    const file = files[index];
    if (!file) continue;
    found.add(id);
    keepFile(id, file);
  }
  for (const tool of new Set(mine.map(item => item.tool))) {
    const items = mine.filter(item => item.tool === tool).map(item => revive(item, id => found.has(id)));
    const last = items.findLast(item => !item.ownOptions && item.ranOptions);
    const [chosen] = savedOptions
      .filter(one => one.tool === tool && isContinued(one, ownTab, open))
      .toSorted((a, b) => b.changedAt - a.changedAt);
    // Stored options that are older than the last run are outdated: the page was closed before the last change was stored.
    const isLatest = chosen && chosen.changedAt >= (last?.postedAt ?? 0);
    const options = (isLatest ? chosen.options : undefined) ?? last?.ranOptions;
    patchBench(tool, { batchId: items.at(-1)?.batchId, options });
    addItems(tool, items);
  }
  void forgetItems(expired);
  void forgetOptions(savedOptions.filter(({ changedAt }) => Date.now() - changedAt > retentionMs));
  watch();
  // Not awaited: without a response, only the rows of tasks started elsewhere are missing.
  findForeignTasks(new Set(saved.flatMap(({ item }) => item.task?.taskId ?? []))).catch(passOver);
}

/** Adds this user's running tasks that this browser has not stored. */
async function findForeignTasks(known: ReadonlySet<string>): Promise<void> {
  const tasks = await findLatestTasks();
  const items = Object.values(useWork.getState().items);
  for (const task of tasks) {
    const own = items.find(item => item.task?.taskId === task.taskId);
    if (own) patchItem(own.id, item => withTask(item, task));
    else if (!known.has(task.taskId) && !isEnded(task) && task.batchId) {
      const input = makeInput({ facts: { name: task.taskId.slice(0, 8) }, upload: 'stored' });
      addItems(task.tool, [withTask(makeItem(task.tool, [input], { batchId: task.batchId }), task)]);
    }
  }
}

let isWatching = false;

const inputIdsOf = (item: WorkItem | undefined) => (item?.inputs ?? []).map(input => input.id);

/** Stores every relevant change from now on. */
function watch(): void {
  if (isWatching) return;
  isWatching = true;
  let written = new Map<string, string>();
  const save = (items: Readonly<Record<string, WorkItem>>, before: Readonly<Record<string, WorkItem>>) => {
    noteOpenWork(Object.keys(items).length > 0);
    const changed = Object.values(items).filter(item => before[item.id] !== item);
    const due = changed.map(worthSaving).filter(item => {
      const text = JSON.stringify(item);
      if (written.get(item.id) === text) return false;
      written.set(item.id, text);
      return true;
    });
    if (due.length > 0) void saveItems(due);
    const gone = Object.values(before).filter(item => !items[item.id]);
    if (gone.length > 0) {
      written = new Map([...written].filter(([id]) => items[id]));
      void forgetItems(gone);
    }
    const detached = changed.flatMap(item => {
      const kept = new Set(inputIdsOf(item));
      return inputIdsOf(before[item.id]).filter(id => !kept.has(id));
    });
    if (detached.length > 0) void forgetFiles(detached);
  };
  save(useWork.getState().items, {});
  useWork.subscribe((work, before) => {
    save(work.items, before.items);
    if (work.benches !== before.benches) noteOptions(work.benches, before.benches);
  });
  addEventListener('pagehide', () => leaveOptions(unsavedTools, tool => getBench(tool).options));
}

type Benches = Readonly<Record<string, Bench>>;

/** Delay in milliseconds before changed options are stored, because a slider changes them many times a second. */
const optionsRestMs = 300;
const unsavedTools = new Set<string>();
let optionsTimer: ReturnType<typeof setTimeout> | undefined;

function noteOptions(benches: Benches, before: Benches): void {
  for (const [tool, { options }] of Object.entries(benches))
    if (options !== before[tool]?.options) unsavedTools.add(tool);
  if (unsavedTools.size === 0) return;
  clearTimeout(optionsTimer);
  optionsTimer = setTimeout(() => {
    for (const tool of unsavedTools) void saveOptions(tool, getBench(tool).options);
    unsavedTools.clear();
  }, optionsRestMs);
}
