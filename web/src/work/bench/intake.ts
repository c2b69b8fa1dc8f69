// How files come into a tool: looked at, refused or made an item, and kept over a reload.
import { inputErrorSentence } from 'contract/input-errors.ts';
import { fill } from 'contract/words.ts';
import { currentLanguage } from '../../language-store.ts';
import { showToast } from '../../notices.ts';
import { checkInput, headBytes, type Refusal } from '../items/check-input.ts';
import { keepFile } from '../items/files.ts';
import type { WorkItem } from '../items/item.ts';
import { maxFiles } from '../items/limits.ts';
import { makeItem } from '../items/make-item.ts';
import { addItems, getBench, getItem, itemsOf, patchBench, patchItem, useWork } from '../items/store.ts';
import { findTool, mainInputOf } from '../items/tool-inputs.ts';
import { restoreWork } from '../keep/restore.ts';
import { saveFile } from '../keep/saved-work.ts';
import { dropJoined, removeItems } from './actions.ts';
import { workWords } from './words.ts';

const readAtOnce = 16;

/** Takes files into a tool. They are checked, shown and uploaded; what cannot be taken is told to the person. */
export function takeFiles(files: File[], toolName: string): void {
  void take(files, toolName);
}

/** Takes files in the place of one that is of no use. It stays when none of them is taken. */
export async function replaceFile(id: string, files: File[]): Promise<void> {
  const tool = getItem(id)?.tool;
  if (!tool) return;
  const before = new Set(getBench(tool).order);
  const { ownOptions } = getItem(id) ?? {};
  // The place that is going to be free counts.
  await take(files, tool, 1);
  const { order } = getBench(tool);
  const added = order.filter(one => !before.has(one));
  if (added.length === 0 || !order.includes(id)) return;
  patchBench(tool, {
    order: order.flatMap(one => (one === id ? [...added, id] : before.has(one) ? [one] : [])),
    selectedId: added[0],
  });
  if (ownOptions) for (const one of added) patchItem(one, { ownOptions });
  removeItems(tool, [id]);
}

async function take(files: readonly File[], toolName: string, extraRoom = 0): Promise<void> {
  patchBench(toolName, { refusals: [] });
  // What an earlier page left comes first: new files join its batch, and a file it lost is taken back.
  await restoreWork();
  const room = maxFiles + extraRoom - getBench(toolName).order.length;
  const taken = files.slice(0, Math.max(0, room));
  if (taken.length < files.length) {
    showToast(fill(workWords[currentLanguage()].tooManyFiles, { count: maxFiles }), 'error');
  }
  const count = (by: number) => patchBench(toolName, { checkingCount: getBench(toolName).checkingCount + by });
  count(taken.length);
  for (let at = 0; at < taken.length; at += readAtOnce) {
    const some = taken.slice(at, at + readAtOnce);
    await takeSome(some, toolName);
    count(-some.length);
  }
}

async function takeSome(files: readonly File[], toolName: string): Promise<void> {
  const rule = mainInputOf(findTool(toolName));
  if (!rule) throw new Error(`${toolName} takes no file`);
  const refusals: Refusal[] = [];
  const added: { item: WorkItem; file: File }[] = [];
  await Promise.all(
    files.map(async file => {
      const head = await readHead(file);
      const checked: ReturnType<typeof checkInput> = head
        ? checkInput(file.name, file.size, head, rule)
        : { refusal: { name: file.name, code: 'FILE_CORRUPT' } };
      if ('refusal' in checked) refusals.push(checked.refusal);
      else if (!giveBack(file, toolName)) {
        added.push({ item: makeItem(toolName, { facts: checked.facts, upload: 'waiting' }), file });
      }
    }),
  );
  // The order they were picked in, whichever was read first.
  added.sort((a, b) => files.indexOf(a.file) - files.indexOf(b.file));
  for (const { item, file } of added) {
    keepFile(item.id, file);
    void saveFile(item.id, file);
  }
  if (added.length > 0) dropJoined(toolName);
  addItems(
    toolName,
    added.map(({ item }) => item),
  );
  if (refusals.length > 0) patchBench(toolName, { refusals: [...getBench(toolName).refusals, ...refusals] });
}

/** The first bytes, or undefined when the file cannot be read: moved away since it was picked, or a folder. */
async function readHead(file: File): Promise<Uint8Array | undefined> {
  try {
    return new Uint8Array(await file.slice(0, headBytes).arrayBuffer());
  } catch (error) {
    if (error instanceof DOMException) return undefined;
    throw error;
  }
}

/** Whether this is a file that a reload lost: then its upload goes on where it stopped. */
function giveBack(file: File, toolName: string): boolean {
  const lost = itemsOf(useWork.getState(), toolName).find(
    item => item.upload === 'lost' && item.facts.name === file.name && item.facts.bytes === file.size,
  );
  if (!lost) return false;
  keepFile(lost.id, file);
  void saveFile(lost.id, file);
  patchItem(lost.id, { upload: 'waiting' });
  return true;
}

/** Takes a link, which the server fetches. Answers the sentence to show when it is no link. */
export function takeLink(text: string, toolName: string): string | undefined {
  const link = text.trim();
  if (!link) return inputErrorSentence('LINK_EMPTY', currentLanguage());
  if (!/^https?:\/\//i.test(link) || !URL.canParse(link)) return inputErrorSentence('LINK_BAD', currentLanguage());
  const { pathname, hostname } = new URL(link);
  // URLSearchParams decodes without ever throwing, whatever stands behind a percent sign.
  const lastPart = (pathname.split('/').pop() ?? '').replaceAll('+', '%2B').replaceAll('&', '%26');
  const name = new URLSearchParams(`name=${lastPart}`).get('name') || hostname;
  addItems(toolName, [makeItem(toolName, { facts: { name }, link, path: link, upload: 'stored' })]);
  return undefined;
}
