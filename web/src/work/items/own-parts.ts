// Options that are records by file, such as what was painted on each picture: a file's result depends on its own entry alone.
import type { FileFacts, OwnPart } from 'ui/tool-screen.ts';

type AnyOptions = Readonly<Record<string, unknown>>;
type AnyPart = OwnPart<AnyOptions>;

/** By the tool's name, known once its screen is loaded. */
const ownParts = new Map<string, AnyPart>();

export function noteOwnPart(tool: string, part: AnyPart | undefined): void {
  if (part) ownParts.set(tool, part);
}

const entriesOf = (options: AnyOptions, { option }: AnyPart) => (options[option] ?? {}) as Record<string, unknown>;

/** Returns the options that a file's result depends on. */
export function dependedOn(tool: string, options: AnyOptions | undefined, facts: FileFacts): AnyOptions | undefined {
  const part = ownParts.get(tool);
  if (!part || !options) return options;
  const named = Object.entries(options).filter(([name]) => !part.irrelevant.includes(name));
  return { ...Object.fromEntries(named), [part.option]: entriesOf(options, part)[part.keyOf(options, facts)] };
}

/** Returns these shared options with the entries of other files as they are now. `made` has each file's options at its last run. */
export function withOwnParts(
  tool: string,
  { before, now }: { readonly before: AnyOptions; readonly now: AnyOptions },
  made: readonly { readonly options: AnyOptions; readonly facts: FileFacts }[],
): AnyOptions {
  const part = ownParts.get(tool);
  if (!part) return before;
  const restored = made.map(({ options, facts }) => {
    const key = part.keyOf(options, facts);
    return [key, entriesOf(options, part)[key]] as const;
  });
  return { ...before, [part.option]: { ...entriesOf(now, part), ...Object.fromEntries(restored) } };
}
