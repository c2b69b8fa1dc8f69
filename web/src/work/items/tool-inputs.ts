// What the catalogue says about a tool's calls and the files they take.
import { catalogue } from 'virtual:catalogue';
import type { CatalogueTool, InputFileRule } from 'contract/tool.ts';
import { maxFiles } from './limits.ts';

export const findTool = (name: string): CatalogueTool | undefined => catalogue.find(tool => tool.name === name);

/** The call that an item runs: the one it names, or the tool's first. Throws when the catalogue has no such call. */
export function callOf({ tool, callName }: { tool: string; callName?: string | undefined }) {
  const calls = findTool(tool)?.calls ?? [];
  const found = callName ? calls.find(call => call.name === callName) : calls[0];
  if (!found) throw new Error(`${tool} has no call ${callName ?? ''} in the catalogue`);
  return found;
}

/** The input that a dropped file is for: the first of the tool's first call. Absent: the tool takes no file. */
export const mainInputOf = (tool: CatalogueTool | undefined): InputFileRule | undefined => tool?.calls[0]?.inputs[0];

/** How many files of a tool may be on its page: one task may take fewer than a batch of tasks. */
export const mostFilesOf = (tool: CatalogueTool | undefined): number =>
  Math.min(maxFiles, mainInputOf(tool)?.many?.max ?? maxFiles);

/** Whether the tool's first call can run from options alone. */
export const runsWithoutFiles = (tool: CatalogueTool | undefined): boolean =>
  tool?.calls[0]?.inputs.every(input => !input.required) ?? false;
