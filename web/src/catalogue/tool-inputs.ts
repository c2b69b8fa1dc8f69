// The calls and file inputs of tools according to the catalogue.
import { catalogue } from 'virtual:catalogue';
import { type MediaName, media } from 'contract/media.ts';
import type { CatalogueTool, InputFileRule } from 'contract/tool.ts';
import { maxFiles } from '../files/limits.ts';
import { settings } from '../settings.ts';

export const findTool = (name: string): CatalogueTool | undefined => catalogue.find(tool => tool.name === name);

/** Returns the call that an item runs: the named one, or the tool's first. Throws if the catalogue has no such call. */
export function callOf({ tool, callName }: { tool: string; callName?: string | undefined }) {
  const calls = findTool(tool)?.calls ?? [];
  const found = callName ? calls.find(call => call.name === callName) : calls[0];
  if (!found) throw new Error(`${tool} has no call ${callName ?? ''} in the catalogue`);
  return found;
}

/** Returns the file types that can be dropped on a tool: those of its first call, or those that its own page opens. */
export const acceptedBy = (tool: CatalogueTool | undefined): readonly MediaName[] =>
  mainInputOf(tool)?.accept ?? tool?.opens?.accept ?? [];

/** Returns whether this server can process the files of an input: clips need ffmpeg. */
const canProcess = ({ accept }: InputFileRule) =>
  !settings.missing.includes('ffmpeg') || !accept.every(type => ['video', 'sound'].includes(media[type].kind));

/**
 * Returns the rule for a dropped file: that of the first input of the tool's first call, or of all its inputs combined if it takes one of them.
 * Undefined: the tool accepts no files.
 */
export function mainInputOf(tool: CatalogueTool | undefined): InputFileRule | undefined {
  const inputs = tool?.calls[0]?.inputs ?? [];
  const [first] = inputs;
  if (first?.required !== 'one') return first;
  const others = inputs.filter(input => input.required === 'one' && canProcess(input));
  return {
    ...first,
    accept: others.flatMap(input => input.accept),
    maxBytes: Math.max(...others.map(input => input.maxBytes)),
  };
}

/** Returns the field for a file of this type if the first call takes one of several inputs; undefined: the first field. */
export function otherFieldOf(tool: CatalogueTool | undefined, type: MediaName | undefined): string | undefined {
  const inputs = tool?.calls[0]?.inputs.filter(input => input.required === 'one') ?? [];
  const found = inputs.findIndex(input => type !== undefined && input.accept.includes(type));
  return found > 0 ? inputs[found]?.field : undefined;
}

/** Returns the rule for a file of this type: that of its own field if the first call takes one of several inputs. */
export function inputRuleOf(tool: CatalogueTool | undefined, type: MediaName | undefined): InputFileRule | undefined {
  const field = otherFieldOf(tool, type);
  return field === undefined ? tool?.calls[0]?.inputs[0] : tool?.calls[0]?.inputs.find(input => input.field === field);
}

/** A list field takes a list even for a single file. */
export const isListField = (call: { readonly inputs: readonly InputFileRule[] }, field: string): boolean =>
  call.inputs.some(rule => rule.field === field && rule.many !== undefined);

/** Returns the maximum number of files on a tool's page: a single task may accept fewer than a batch of tasks. */
export const maxFilesOf = (tool: CatalogueTool | undefined): number =>
  Math.min(maxFiles, mainInputOf(tool)?.many?.max ?? maxFiles);

/** Returns whether the tool's first call can run with options alone. */
export const runsWithoutFiles = (tool: CatalogueTool | undefined): boolean =>
  tool?.calls[0]?.inputs.every(input => !input.required) ?? false;
