// Which calls can be steps of a pipeline: those with one main file whose result has files, so that the next step can take one of them.
import { type MediaName, media } from './media.ts';
import type { InputFileRule, ToolCall } from './tool.ts';

export const maxSteps = 10;
export const maxPipelineInputs = 1000;

/** Types in which picture tools save what is to have the format of its input. */
const savedTypes = ['jpg', 'png', 'webp', 'gif'] as const satisfies readonly MediaName[];

/** The `gives` of a call whose option `format` names the type of its result; any other value, such as `same`, means one of `otherwise`. */
export const givesFormat =
  (otherwise: readonly MediaName[] = savedTypes) =>
  ({ format }: Readonly<Record<string, unknown>>): readonly MediaName[] =>
    typeof format === 'string' && Object.hasOwn(media, format) ? [format as MediaName] : otherwise;

/**
 * The field of the file that a call works on: its only required file that is no mask, or the single file among fields of which one is required.
 * Undefined if there is no such field, or more than one.
 */
export function mainInputOf({ inputs }: Pick<ToolCall, 'inputs'>): InputFileRule | undefined {
  const files = inputs.filter(rule => !rule.isMask && !rule.isMade && !rule.isUnread);
  const needed = files.filter(rule => rule.required === true);
  const candidates = needed.length > 0 ? needed : files.filter(rule => rule.required === 'one' && !rule.many);
  const [main] = candidates;
  return candidates.length === 1 && !main?.many ? main : undefined;
}
