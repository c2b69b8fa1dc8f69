// The calls of all tools, looked up by the tool and call names that the database stores.

import type { AskedServer, Engines } from 'contract/asked-servers.ts';
import { type MediaName, takesPlaylists } from 'contract/media.ts';
import type { Lane, ToolCall, ToolContract } from 'contract/tool.ts';
import { tools } from 'tools/index.ts';
import type { Config } from '../config.ts';
import type { StoredInput } from './stored.ts';

export interface CallEntry {
  readonly tool: ToolContract;
  readonly call: ToolCall;
}

export const callEntries: readonly CallEntry[] = tools.flatMap(tool => tool.calls.map(call => ({ tool, call })));

const byName = new Map(callEntries.map(entry => [`${entry.tool.name}/${entry.call.name}`, entry]));

/** The call that a task row names; undefined if a newer or older version of the product wrote the row. */
export const findCall = (toolName: string, callName: string): CallEntry | undefined =>
  byName.get(`${toolName}/${callName}`);

/** The lanes, other than `link`, in which runs of a call may wait. */
const lanesOf = ({ lane, waits, drawnFirst }: ToolCall): readonly Lane[] =>
  waits || drawnFirst ? [lane, 'remote'] : [lane];

/** The lanes in which tools process files. Workers serve no other tool lanes. */
const workLanes: readonly Lane[] = [
  ...new Set(callEntries.flatMap(entry => lanesOf(entry.call)).filter(lane => lane !== 'link')),
];

/** The lanes of the calls that take files of a type; none for files that only pages open. */
export const lanesTaking = (type: MediaName): readonly Lane[] => [
  ...new Set(
    callEntries
      .filter(({ call }) => call.inputs.some(({ accept, isMade }) => !isMade && takesType(accept, type)))
      .flatMap(({ call }) => lanesOf(call)),
  ),
];

const takesType = (accept: readonly MediaName[], type: MediaName): boolean =>
  accept.includes(type) || (type === 'm3u8' && takesPlaylists(accept));

/** The same lanes and the one that fetches links. */
export const usedLanes: readonly Lane[] = ['link', ...workLanes];

/** The model servers that the operator configured, and what the drawing server can do with the operator's workflow. */
export function askedServers({
  speechServer,
  drawServer,
}: Pick<Config, 'speechServer' | 'drawServer'>): readonly AskedServer[] {
  const words = drawServer?.workflow?.words;
  return [
    ...(speechServer ? (['speech'] as const) : []),
    ...(drawServer ? (['draw'] as const) : []),
    ...(drawServer && (!words || words.has('image')) ? (['redraw'] as const) : []),
    ...(drawServer && (!words || (words.has('image') && words.has('mask'))) ? (['fill'] as const) : []),
  ];
}

/** What the operator configured beside our own engines. */
export const enginesOf = (config: Pick<Config, 'speechServer' | 'drawServer' | 'models'>): Engines => ({
  servers: askedServers(config),
  models: config.models,
});

/** The properties of a run that determine its lane. */
export interface LaneRun {
  readonly options: Readonly<Record<string, unknown>>;
  readonly inputs: readonly StoredInput[];
  readonly servers: readonly AskedServer[];
}

/** The question for the drawing server that must draw an input before the run; undefined if none is needed or the input exists already. */
export function toBeDrawn({ drawnFirst }: ToolCall, { options, inputs }: Pick<LaneRun, 'options' | 'inputs'>) {
  if (!drawnFirst || inputs.some(({ field }) => field === drawnFirst.field)) return undefined;
  return drawnFirst.question(options);
}

/** The lane that a run enters once its links are fetched. */
export function ownLaneOf(call: ToolCall, run: LaneRun): Lane {
  const isAsked = run.servers.includes('draw') && toBeDrawn(call, run) !== undefined;
  return isAsked || call.waits?.(run) ? 'remote' : call.lane;
}

const hasLinks = (inputs: readonly StoredInput[]) => inputs.some(input => input.kind === 'link');

/** The lane that a run waits in next. */
export const laneOf = (call: ToolCall, run: LaneRun): Lane => (hasLinks(run.inputs) ? 'link' : ownLaneOf(call, run));
