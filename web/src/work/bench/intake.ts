// Adds files to a tool: they are checked, refused or made into items, and stored for a reload.
// Sends what is added.
import '../transfer/conductor.ts';
import { inputErrorSentence } from 'contract/input-errors.ts';
import type { MediaName } from 'contract/media.ts';
import type { InputFileRule } from 'contract/tool.ts';
import { fill } from 'contract/words.ts';
import { callOf, findTool, inputRuleOf, mainInputOf, maxFilesOf, otherFieldOf } from '../../catalogue/tool-inputs.ts';
import { type Checked, checkInput, type Refusal, readPicked } from '../../files/check-input.ts';
import { leaveFiles } from '../../files/left-files.ts';
import { unpackDrawing } from '../../files/unpack-drawing.ts';
import { currentLanguage } from '../../language-store.ts';
import { showToast } from '../../notices.ts';
import { workWords } from '../../words/work.ts';
import { dropFile, keepFile } from '../items/files.ts';
import { type ItemInput, withInput } from '../items/item.ts';
import {
  addItems,
  getBench,
  getItem,
  itemsOf,
  makeInput,
  makeItem,
  patchBench,
  patchItem,
  useWork,
} from '../items/store.ts';
import { restoreWork } from '../keep/restore.ts';
import { saveFile } from '../keep/saved-work.ts';
import { removeInput } from '../transfer/orders.ts';
import { dropJoined, removeItems } from './actions.ts';

const readAtOnce = 16;

/** Adds files to a tool: checks, shows and uploads them. Refused files are reported to the user. */
export function takeFiles(files: File[], toolName: string): void {
  void take(files, toolName);
}

/** Replaces an unusable file. It stays if none of the new files is accepted. */
export async function replaceFile(id: string, files: File[]): Promise<void> {
  const tool = getItem(id)?.tool;
  if (!tool) return;
  const before = new Set(getBench(tool).order);
  const { ownOptions } = getItem(id) ?? {};
  // The slot of the replaced file becomes free.
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
  const tool = findTool(toolName);
  const rule = mainInputOf(tool);
  if (tool?.opens) {
    leaveFiles(files);
    return;
  }
  // Files dropped on a tool without file inputs are ignored.
  if (!rule) return;
  patchBench(toolName, { refusals: [] });
  // Earlier work is restored first: new files join its batch, and a lost file is recognised.
  await restoreWork();
  const max = maxFilesOf(tool);
  // Files of earlier drops may still be being checked.
  const room = max + extraRoom - getBench(toolName).order.length - getBench(toolName).checkingCount;
  const taken = files.slice(0, Math.max(0, room));
  if (taken.length < files.length) reportSurplus(max);
  const count = (by: number) =>
    patchBench(toolName, { checkingCount: Math.max(0, getBench(toolName).checkingCount + by) });
  count(taken.length);
  let isOpened = false;
  for (let at = 0; at < taken.length; at += readAtOnce) {
    const some = taken.slice(at, at + readAtOnce);
    const [first] = await takeSome(some, toolName, rule);
    count(-some.length);
    // The person goes on with what was added, not with what was open before.
    if (first && !isOpened) patchBench(toolName, { selectedId: first });
    isOpened ||= first !== undefined;
  }
}

const reportSurplus = (count: number) => showToast(fill(workWords[currentLanguage()].tooManyFiles, { count }), 'error');

function keepInputFile(inputId: string, file: File): void {
  keepFile(inputId, file);
  void saveFile(inputId, file);
}

/** Checks a file's first bytes against the rule of its input, then against the narrower one for its type. */
async function checkFile(
  file: File,
  rule: InputFileRule,
  ruleOf: (type: MediaName | undefined) => InputFileRule = () => rule,
): Promise<Checked> {
  const picked = await readOrRefuse(file);
  if ('refusal' in picked) return picked;
  const checked = checkInput(picked, rule);
  if ('refusal' in checked) return checked;
  return checkInput(picked, { ...rule, maxBytes: ruleOf(checked.facts.type).maxBytes });
}

/** Returns the ids of the new items. */
async function takeSome(files: readonly File[], toolName: string, rule: InputFileRule): Promise<readonly string[]> {
  // In the order they were picked, whichever was read first.
  const ruleOf = (type: MediaName | undefined) => inputRuleOf(findTool(toolName), type) ?? rule;
  const checked = await Promise.all(
    files.map(async picked => {
      const file = await unpackDrawing(picked);
      return { file, result: await checkFile(file, rule, ruleOf) };
    }),
  );
  const refusals: Refusal[] = [];
  const added: { input: ItemInput; file: File }[] = [];
  for (const { file, result } of checked) {
    if ('refusal' in result) refusals.push(result.refusal);
    else if (!giveBack(file, toolName)) {
      const field = otherFieldOf(findTool(toolName), result.facts.type);
      added.push({ input: makeInput({ facts: result.facts, upload: 'waiting', ...(field && { field }) }), file });
    }
  }
  for (const { input, file } of added) keepInputFile(input.id, file);
  if (added.length > 0) dropJoined(toolName);
  const items = added.map(({ input }) => makeItem(toolName, [input]));
  addItems(toolName, items);
  if (refusals.length > 0) patchBench(toolName, { refusals: [...getBench(toolName).refusals, ...refusals] });
  return items.map(({ id }) => id);
}

/** What the checks need, or a refusal of a file that cannot be read because it was moved or is a folder. */
async function readOrRefuse(file: File) {
  try {
    return await readPicked(file);
  } catch (error) {
    if (error instanceof DOMException) return { refusal: { name: file.name, code: 'FILE_CORRUPT' } } as const;
    throw error;
  }
}

/** Returns whether this is a file that was lost by a reload; its upload is then resumed. */
function giveBack(file: File, toolName: string): boolean {
  const isThis = ({ upload, facts }: ItemInput) =>
    upload === 'lost' && facts.name === file.name && facts.bytes === file.size;
  const item = itemsOf(useWork.getState(), toolName).find(one => one.inputs.some(isThis));
  const lost = item?.inputs.find(isThis);
  if (!item || !lost) return false;
  keepInputFile(lost.id, file);
  patchItem(item.id, current => withInput(current, lost.id, { upload: 'waiting' }));
  return true;
}

/** Adds a link, which the server fetches. Returns the sentence to show if the text is not a link. */
export function takeLink(text: string, toolName: string): string | undefined {
  const link = text.trim();
  if (!link) return inputErrorSentence('LINK_EMPTY', currentLanguage());
  if (!/^https?:\/\//i.test(link) || !URL.canParse(link)) return inputErrorSentence('LINK_BAD', currentLanguage());
  const { pathname, hostname } = new URL(link);
  // URLSearchParams never throws when decoding, even for an invalid percent sign.
  const lastPart = (pathname.split('/').pop() ?? '').replaceAll('+', '%2B').replaceAll('&', '%26');
  const name = new URLSearchParams(`name=${lastPart}`).get('name') || hostname;
  const item = makeItem(toolName, [makeInput({ facts: { name }, link, path: link, upload: 'stored' })]);
  addItems(toolName, [item]);
  patchBench(toolName, { selectedId: item.id });
  return undefined;
}

/**
 * Adds files to another field of an item, such as a subtitle track, and returns the refused ones. A field that is not a list contains a single file,
 * which is replaced.
 */
export async function attachFiles(itemId: string, field: string, files: readonly File[]): Promise<Refusal[]> {
  const item = getItem(itemId);
  const rule = item && callOf(item).inputs.find(input => input.field === field);
  if (!rule) throw new Error(`the call of ${item?.tool} takes no file in ${field}`);
  const max = rule.many?.max ?? 1;
  const countRoom = () =>
    Math.max(0, max - (rule.many ? (getItem(itemId)?.inputs ?? []).filter(input => input.field === field).length : 0));
  const taken = files.slice(0, countRoom());
  let isFull = taken.length < files.length;
  const checked = await Promise.all(taken.map(async file => ({ file, checked: await checkFile(file, rule) })));
  const refusals: Refusal[] = [];
  for (const { file, checked: one } of checked) {
    // Other files may have been added during the check.
    if (countRoom() === 0) {
      isFull = true;
      break;
    }
    if ('refusal' in one) {
      refusals.push(one.refusal);
      continue;
    }
    if (!rule.many)
      for (const old of getItem(itemId)?.inputs ?? []) if (old.field === field) detachInput(itemId, old.id);
    const input = makeInput({ field, facts: one.facts, upload: 'waiting' });
    keepInputFile(input.id, file);
    patchItem(itemId, current => ({ ...current, inputs: [...current.inputs, input] }));
  }
  if (isFull) reportSurplus(max);
  return refusals;
}

/** Removes a file from an item. */
export function detachInput(itemId: string, inputId: string): void {
  removeInput(itemId, inputId);
  dropFile(inputId);
}
