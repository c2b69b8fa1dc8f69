// The files of a workflow: checked by their first bytes as they are added, and uploaded a few at a time.

import { catalogue } from 'virtual:catalogue';
import { inputErrorSentence } from 'contract/input-errors.ts';
import { fill } from 'contract/words.ts';
import { makeId } from 'ui/random-id.ts';
import { findTool } from '../catalogue/tool-inputs.ts';
import { client } from '../client.ts';
import { CallError } from '../failures/call-error.ts';
import { checkInput, type InputRule, readPicked } from '../files/check-input.ts';
import { maxFiles } from '../files/limits.ts';
import { currentLanguage } from '../language-store.ts';
import { showToast } from '../notices.ts';
import { type FlowFile, getFlow, patchFile, useFlow } from './flow.ts';
import { flowWords } from './words.ts';

const parallel = 3;
const uploads = new Map<string, AbortController>();
const waiting: string[] = [];

const stepCalls = catalogue.flatMap(tool => tool.calls.filter(call => call.isStep));
const mainOf = (call: (typeof stepCalls)[number]) =>
  call.inputs.find(rule => rule.required && !rule.isMask && !rule.many);

/** What files may be: what the first step takes, or any step while there is none. */
export function acceptedRule(): InputRule {
  const first = getFlow().steps[0];
  const calls = first ? (findTool(first.tool)?.calls.filter(call => call.isStep) ?? []) : stepCalls;
  const rules = calls.flatMap(call => mainOf(call) ?? []);
  return {
    accept: [...new Set(rules.flatMap(rule => rule.accept))],
    maxBytes: Math.max(...rules.map(rule => rule.maxBytes)),
  };
}

async function upload(id: string): Promise<void> {
  const found = getFlow().files.find(one => one.id === id);
  if (!found?.file) return;
  const { file } = found;
  const control = new AbortController();
  uploads.set(id, control);
  try {
    const stored = await client.upload(file, {
      onSent: bytes => patchFile(id, { sent: file.size === 0 ? 1 : bytes / file.size }),
      signal: control.signal,
    });
    patchFile(id, { path: stored.path, sent: 1 });
  } catch (error) {
    if (control.signal.aborted) return;
    const words = flowWords[currentLanguage()];
    patchFile(id, { problem: error instanceof CallError && error.msg ? error.msg : words.uploadFailed });
    if (!(error instanceof CallError)) reportError(error);
  } finally {
    uploads.delete(id);
  }
}

let working = 0;
async function uploadAll(): Promise<void> {
  if (working >= parallel) return;
  working += 1;
  try {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) await upload(id);
  } finally {
    working -= 1;
  }
}

function enqueue(ids: readonly string[]): void {
  waiting.push(...ids);
  for (let nth = 0; nth < parallel; nth++) void uploadAll();
}

/** Adds files that the first step takes, and tells of the others. */
export async function addFiles(picked: readonly File[]): Promise<void> {
  const rule = acceptedRule();
  const language = currentLanguage();
  const words = flowWords[language];
  const added: FlowFile[] = [];
  const refusals: string[] = [];
  const room = maxFiles - getFlow().files.length;
  for (const file of picked.slice(0, room)) {
    const checked = checkInput(await readPicked(file), rule);
    if ('facts' in checked) added.push({ id: makeId(), facts: checked.facts, file, sent: 0 });
    else refusals.push(`${file.name}: ${inputErrorSentence(checked.refusal.code, language, checked.refusal.details)}`);
  }
  if (picked.length > room) refusals.push(fill(words.tooMany, { count: maxFiles }));
  useFlow.setState(({ files }) => ({ files: [...files, ...added], problem: undefined }));
  enqueue(added.map(({ id }) => id));
  const [first] = refusals;
  if (first !== undefined)
    showToast(refusals.length > 1 ? fill(words.refusedMore, { first, count: refusals.length - 1 }) : first, 'error');
}

/** Adds a link, which the server fetches. Returns why it cannot be one. */
export function addLink(link: string): string | undefined {
  const language = currentLanguage();
  const url = link.trim();
  if (url === '') return inputErrorSentence('LINK_EMPTY', language);
  if (!/^https?:/i.test(url) || !URL.canParse(url)) return inputErrorSentence('LINK_BAD', language);
  const name = new URL(url).pathname.split('/').pop() || url;
  useFlow.setState(({ files }) => ({ files: [...files, { id: makeId(), facts: { name }, path: url, sent: 1 }] }));
  return undefined;
}

/** Uploads a file again whose upload failed. */
export function uploadAgain(id: string): void {
  useFlow.setState(({ files }) => ({
    files: files.map(({ problem, ...file }) =>
      file.id === id ? { ...file, sent: 0 } : { ...file, ...(problem !== undefined && { problem }) },
    ),
  }));
  enqueue([id]);
}

export function removeFile(id: string): void {
  uploads.get(id)?.abort('removed');
  useFlow.setState(({ files }) => ({ files: files.filter(file => file.id !== id) }));
}
