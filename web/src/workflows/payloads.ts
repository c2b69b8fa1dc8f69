// The steps as the server takes them: the call of each, its body by the tool's own screen, and the files that the screen makes for it.
import type { PipelineStep } from 'contract/routes/pipelines.ts';
import type { AnyOptions, FileFacts, SideFile } from 'ui/tool-screen.ts';
import { callOf } from '../catalogue/tool-inputs.ts';
import { client } from '../client.ts';
import type { FlowStep } from './flow.ts';
import { loadScreen } from './load-screen.ts';

type Paths = Readonly<Record<string, string | readonly string[]>>;

/** Side files that were sent, by the options that they were made from: options never change, they are replaced. */
const sent = new WeakMap<AnyOptions, Promise<Paths>>();

const send = async ({ name, blob }: SideFile, signal: AbortSignal): Promise<string> =>
  (await client.upload(blob, { name, contentType: blob.type || 'application/octet-stream', signal })).path;

async function sendAll(
  files: Readonly<Record<string, SideFile | readonly SideFile[]>>,
  signal: AbortSignal,
): Promise<Paths> {
  const fields = Object.entries(files).map(async ([field, one]) => {
    const path = 'blob' in one ? await send(one, signal) : await Promise.all(one.map(file => send(file, signal)));
    return [field, path] as const;
  });
  return Object.fromEntries(await Promise.all(fields));
}

/** The body of one step. Options that were made for one file, such as what was painted on it, apply to all files. */
async function bodyOf({ tool, options }: FlowStep, facts: FileFacts, signal: AbortSignal): Promise<PipelineStep> {
  const screen = await loadScreen(tool);
  const { path } = callOf({ tool, callName: screen.callName?.(options, facts) });
  const making = sent.get(options) ?? screen.sideFiles?.(options, facts).then(files => sendAll(files, signal));
  if (making && !sent.has(options)) {
    sent.set(options, making);
    making.catch(() => sent.delete(options));
  }
  return { path, payload: { ...(screen.payload?.(options, facts, []) ?? options), ...(await making) } };
}

export const bodiesOf = (steps: readonly FlowStep[], facts: FileFacts, signal: AbortSignal): Promise<PipelineStep[]> =>
  Promise.all(steps.map(step => bodyOf(step, facts, signal)));
