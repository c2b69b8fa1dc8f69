// Saved workflows: of the account, or of this browser for a visitor.
import { deletePipeline, listPipelines, savePipeline } from 'contract/routes/pipelines.ts';
import { makeId } from 'ui/random-id.ts';
import { call } from '../api.ts';
import { isLoggedIn } from '../session.ts';
import { readStoredList, store } from '../storage.ts';
import { catalogueSteps } from './catalogue-steps.ts';
import { type Flow, leadingFacts } from './flow.ts';
import { bodiesOf } from './payloads.ts';
import { readSteps, type SharedFlow } from './share.ts';

export interface SavedFlow {
  readonly id: string;
  readonly name: string;
  /** As saved; `openSaved` makes steps of it. */
  readonly steps: readonly { readonly tool?: string; readonly options?: unknown }[];
}

const ownName = 'workflows';
const maxOwn = 50;

const readOwn = (): readonly SavedFlow[] =>
  readStoredList<SavedFlow>(ownName).filter(one => typeof one?.name === 'string' && Array.isArray(one.steps));

export async function listSaved(): Promise<readonly SavedFlow[]> {
  if (!isLoggedIn()) return readOwn();
  const { list } = await call(listPipelines);
  return list.map(({ id, name, steps }) => ({
    id,
    name,
    // One that a program saved has no settings: its payload has mostly the same fields.
    steps: steps.map(({ path, payload, settings }) => ({
      tool: catalogueSteps.get(path),
      options: settings ?? payload,
    })),
  }));
}

/** Saves under the flow's name, in place of one that has it. */
export async function saveFlow(flow: Flow, name: string): Promise<void> {
  if (!isLoggedIn()) {
    const others = readOwn().filter(one => one.name !== name);
    const steps = flow.steps.map(({ tool, options }) => ({ tool, options }));
    store(ownName, JSON.stringify([{ id: makeId(), name, steps }, ...others].slice(0, maxOwn)));
    return;
  }
  const bodies = await bodiesOf(flow.steps, leadingFacts(flow), new AbortController().signal);
  const steps = bodies.map((body, nth) => ({ ...body, settings: flow.steps[nth]!.options }));
  await call(savePipeline, { body: { name, steps } });
}

export async function deleteSaved(id: string): Promise<void> {
  if (isLoggedIn()) await call(deletePipeline, { params: { id } });
  else store(ownName, JSON.stringify(readOwn().filter(one => one.id !== id)));
}

/** The steps of a saved one; undefined if a tool is gone. */
export async function openSaved({ name, steps }: SavedFlow): Promise<SharedFlow | undefined> {
  const read = await readSteps(steps);
  return read && { name, steps: read };
}
