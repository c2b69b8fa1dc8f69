// What the catalogue says about a tool's calls and the files they take.
import { catalogue } from 'virtual:catalogue';
import type { MediaName } from 'contract/media.ts';
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

/** What may be dropped on a tool: files for its first call, or those that its own page opens. */
export const acceptedBy = (tool: CatalogueTool | undefined): readonly MediaName[] =>
  mainInputOf(tool)?.accept ?? tool?.opens?.accept ?? [];

/**
 * The rule for a dropped file: that of the first input of the tool's first call, or of all inputs together of which it takes one. Absent: the
 * tool takes no file.
 */
export function mainInputOf(tool: CatalogueTool | undefined): InputFileRule | undefined {
  const inputs = tool?.calls[0]?.inputs ?? [];
  const [first] = inputs;
  if (first?.required !== 'one') return first;
  const others = inputs.filter(input => input.required === 'one');
  return {
    ...first,
    accept: others.flatMap(input => input.accept),
    maxBytes: Math.max(...others.map(input => input.maxBytes)),
  };
}

/** The field of a file of this type where the first call takes one of several; undefined: the first one. */
export function otherFieldOf(tool: CatalogueTool | undefined, type: MediaName | undefined): string | undefined {
  const inputs = tool?.calls[0]?.inputs.filter(input => input.required === 'one') ?? [];
  const found = inputs.findIndex(input => type !== undefined && input.accept.includes(type));
  return found > 0 ? inputs[found]?.field : undefined;
}

/** How many files of a tool may be on its page: one task may take fewer than a batch of tasks. */
export const mostFilesOf = (tool: CatalogueTool | undefined): number =>
  Math.min(maxFiles, mainInputOf(tool)?.many?.max ?? maxFiles);

/** Whether the tool's first call can run from options alone. */
export const runsWithoutFiles = (tool: CatalogueTool | undefined): boolean =>
  tool?.calls[0]?.inputs.every(input => !input.required) ?? false;
