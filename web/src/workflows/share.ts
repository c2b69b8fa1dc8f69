// A workflow as a link: its steps and their options behind the # of the page's address, which browsers do not send to servers.

import { maxSteps } from 'contract/steps.ts';
import type { AnyOptions } from 'ui/tool-screen.ts';
import { findTool } from '../catalogue/tool-inputs.ts';
import { fitOptions } from './fit-options.ts';
import type { FlowStep } from './flow.ts';
import { loadScreen } from './load-screen.ts';

/** Longer ones hold what belongs to files, such as painted strokes, and break in messages. */
const longestLink = 8000;
const longestName = 60;

type Step = Omit<FlowStep, 'id'>;
export interface SharedFlow {
  readonly name: string;
  readonly steps: readonly Step[];
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Tools with a call that can be a step. */
export const isStepTool = (tool: string): boolean => findTool(tool)?.calls.some(call => call.isStep) ?? false;

/** Steps of unknown origin, with options that their screens can show; undefined if one of them is none. */
export async function readSteps(given: unknown): Promise<readonly Step[] | undefined> {
  if (!Array.isArray(given) || given.length === 0 || given.length > maxSteps) return undefined;
  const steps: Step[] = [];
  for (const one of given) {
    if (!isRecord(one) || typeof one.tool !== 'string' || !isStepTool(one.tool)) return undefined;
    const screen = await loadScreen(one.tool);
    const options: AnyOptions = isRecord(one.options) ? one.options : {};
    steps.push({ tool: one.tool, options: fitOptions(screen.defaultOptions({ name: '' }), options) });
  }
  return steps;
}

/** The workflow in the address; undefined if the workflow is too long for a link. */
export function writeFragment({ name, steps }: SharedFlow): string | undefined {
  const json = JSON.stringify({ name, steps: steps.map(({ tool, options }) => ({ tool, options })) });
  const bytes = new TextEncoder().encode(json);
  const text = btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(''));
  const fragment = text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
  return fragment.length > longestLink ? undefined : fragment;
}

/** The workflow in a fragment; undefined if it is none of ours. */
export async function readFragment(fragment: string): Promise<SharedFlow | undefined> {
  if (fragment.length > longestLink || !/^[\w-]+$/.test(fragment)) return undefined;
  try {
    const text = atob(fragment.replaceAll('-', '+').replaceAll('_', '/'));
    const json: unknown = JSON.parse(new TextDecoder().decode(Uint8Array.from(text, one => one.charCodeAt(0))));
    if (!isRecord(json)) return undefined;
    const steps = await readSteps(json.steps);
    const name = typeof json.name === 'string' ? json.name.slice(0, longestName) : '';
    return steps && { name, steps };
  } catch (error) {
    // Not base64, or not JSON.
    if (error instanceof SyntaxError || error instanceof DOMException) return undefined;
    throw error;
  }
}
