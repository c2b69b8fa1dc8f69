// The calls of all tools, looked up by the tool and call names that the database stores.

import type { Lane, ToolCall, ToolContract } from 'contract/tool.ts';
import { tools } from 'tools/index.ts';

export interface CallEntry {
  readonly tool: ToolContract;
  readonly call: ToolCall;
}

export const callEntries: readonly CallEntry[] = tools.flatMap(tool => tool.calls.map(call => ({ tool, call })));

const byName = new Map(callEntries.map(entry => [`${entry.tool.name}/${entry.call.name}`, entry]));

/** The call that a task row names; undefined when a newer or older version of the product wrote the row. */
export const findCall = (toolName: string, callName: string): CallEntry | undefined =>
  byName.get(`${toolName}/${callName}`);

/** Lanes in which some tool works on files; workers serve no other lane of tools. */
export const workLanes: readonly Lane[] = [
  ...new Set(callEntries.map(entry => entry.call.lane).filter(lane => lane !== 'link')),
];

/** The same with the lane that fetches links. */
export const usedLanes: readonly Lane[] = ['link', ...workLanes];
