// The workflow on the page: its steps, its files, and the batch that runs. It outlasts a change of the page, and its steps a reload.
import type { Task } from 'contract/task.ts';
import { makeId } from 'ui/random-id.ts';
import type { AnyOptions, FileFacts } from 'ui/tool-screen.ts';
import { create } from 'zustand';
import { readStored, store } from '../storage.ts';

export interface FlowStep {
  readonly id: string;
  readonly tool: string;
  readonly options: AnyOptions;
}

export interface FlowFile {
  readonly id: string;
  readonly facts: FileFacts;
  /** Absent for a link, and after a reload. */
  readonly file?: File;
  /** The value for the call, once the file is stored. */
  readonly path?: string;
  /** 0..1. */
  readonly sent: number;
  /** Why it could not be uploaded. */
  readonly problem?: string;
  readonly task?: Task;
}

export interface Flow {
  readonly name: string;
  readonly steps: readonly FlowStep[];
  readonly files: readonly FlowFile[];
  /** Of the run. While it is set, the files are those of the batch, in its order. */
  readonly batchId?: string | undefined;
  readonly isStarting: boolean;
  /** Why it did not start. */
  readonly problem?: string | undefined;
}

const draftName = 'workflow';
/** A longer draft is not kept: painted masks belong to files, which a reload loses anyway. */
const longestDraft = 200_000;

interface Draft {
  readonly name: string;
  readonly steps: readonly Omit<FlowStep, 'id'>[];
  readonly run?: { readonly batchId: string; readonly names: readonly string[] };
}

export const newStep = (step: Omit<FlowStep, 'id'>): FlowStep => ({ ...step, id: makeId() });

const empty: Flow = { name: '', steps: [], files: [], isStarting: false };

/** The draft of an earlier page; it was written by this page's code or an older one. */
function readDraft(): Flow {
  try {
    const draft = JSON.parse(readStored(draftName) ?? 'null') as Draft | null;
    if (!draft) return empty;
    const files = (draft.run?.names ?? []).map(name => ({ id: makeId(), facts: { name }, sent: 1 }));
    return {
      ...empty,
      name: String(draft.name),
      steps: draft.steps.map(({ tool, options }) => newStep({ tool: String(tool), options: { ...options } })),
      files,
      batchId: draft.run?.batchId,
    };
  } catch {
    return empty;
  }
}

export const useFlow = create<Flow>()(readDraft);

useFlow.subscribe((flow, before) => {
  const isSame = flow.steps === before.steps && flow.name === before.name && flow.batchId === before.batchId;
  if (isSame && flow.files.length === before.files.length) return;
  const draft: Draft = {
    name: flow.name,
    steps: flow.steps.map(({ tool, options }) => ({ tool, options })),
    ...(flow.batchId !== undefined && {
      run: { batchId: flow.batchId, names: flow.files.map(({ facts }) => facts.name) },
    }),
  };
  const text = JSON.stringify(draft);
  store(draftName, text.length > longestDraft ? null : text);
});

export const getFlow = useFlow.getState;

export const patchFlow = (patch: Partial<Flow>): void => useFlow.setState(patch);

export const patchFile = (id: string, patch: Partial<FlowFile>): void =>
  useFlow.setState(({ files }) => ({ files: files.map(file => (file.id === id ? { ...file, ...patch } : file)) }));

export const changeStep = (id: string, patch: AnyOptions): void =>
  useFlow.setState(({ steps }) => ({
    steps: steps.map(step => (step.id === id ? { ...step, options: { ...step.options, ...patch } } : step)),
  }));

/** Moves a step to a place, counted from 0. */
export const moveStep = (id: string, place: number): void =>
  useFlow.setState(({ steps }) => {
    const step = steps.find(one => one.id === id);
    const rest = steps.filter(one => one.id !== id);
    return step ? { steps: [...rest.slice(0, place), step, ...rest.slice(place)] } : {};
  });

export const removeStep = (id: string): void =>
  useFlow.setState(({ steps }) => ({ steps: steps.filter(step => step.id !== id) }));

/** Replaces the steps, for a workflow that was saved or shared. */
export const openSteps = (name: string, steps: readonly Omit<FlowStep, 'id'>[]): void =>
  useFlow.setState({ name, steps: steps.map(newStep), problem: undefined });

/** The facts that steps are set for: those of the first file, if there is one. */
export const leadingFacts = ({ files }: Pick<Flow, 'files'>): FileFacts => files[0]?.facts ?? { name: '' };

const hasEnded = ({ task }: FlowFile) => task !== undefined && !['queued', 'running'].includes(task.status);

/** editing: nothing was started yet; running: a task is still open. */
export function phaseOf({ batchId, isStarting, files }: Flow): 'editing' | 'starting' | 'running' | 'ended' {
  if (isStarting) return 'starting';
  if (batchId === undefined) return 'editing';
  return files.every(hasEnded) ? 'ended' : 'running';
}
