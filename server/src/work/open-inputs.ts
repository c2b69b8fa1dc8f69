// Gets the inputs of a run to this machine and judges them by their bytes.
import type { InputFile } from 'contract/run.ts';
import type { InputFileRule } from 'contract/tool.ts';
import { inSpan } from '../adapters/trace.ts';
import { requireAccepted } from '../objects/require-file.ts';
import type { Parts } from '../parts.ts';
import type { CallEntry } from '../tasks/catalogue.ts';
import { requireFit } from '../tasks/steps.ts';
import type { StoredInput } from '../tasks/stored.ts';
import type { TaskRow } from '../tasks/tasks.ts';
import { readLocalHead, sniffLocalFile } from './scratch.ts';

type Fetch = (input: Extract<StoredInput, { kind: 'upload' }>) => Promise<string>;

/** Gets one input to this machine and judges it by its bytes. Links were fetched before, in a lane of their own. */
async function openInput(fetch: Fetch, input: StoredInput, rule: InputFileRule): Promise<InputFile> {
  if (input.kind === 'link') throw new Error('a link was not fetched');
  requireFit(input);
  const file = await fetch(input);
  const type = await requireAccepted(await sniffLocalFile(file), rule, () => readLocalHead(file));
  const { name, bytes, sent } = input;
  return { path: file, name, bytes, type, ...(sent && { sent }) };
}

/** Gets the inputs of a task into a folder: single ones and lists, by their fields. */
export async function openInputs({ objects }: Pick<Parts, 'objects'>, row: TaskRow, entry: CallEntry, folder: string) {
  const inputs: Record<string, InputFile> = {};
  const lists: Record<string, InputFile[]> = {};
  for (const { field, many } of entry.call.inputs) if (many) lists[field] = [];
  // An input that is named several times, such as a frame of a GIF, is copied once.
  const copies = new Map<string, string>();
  const fetch: Fetch = async ({ key, version }) => {
    const read = () => objects.toLocalFile(key, folder, version);
    const copy = copies.get(key) ?? (await inSpan('read from the store', {}, read));
    copies.set(key, copy);
    return copy;
  };
  for (const input of row.inputs) {
    const rule = entry.call.inputs.find(({ field }) => field === input.field);
    if (!rule) throw new Error(`${row.tool}/${row.call} has no input ${input.field}`);
    if (rule.isUnread) continue;
    const file = await openInput(fetch, input, rule);
    if (rule.many) lists[input.field]!.push(file);
    else inputs[input.field] = file;
  }
  return { inputs, lists };
}
