// Options out of a link or an older save, cut down to what the tool's own default options look like. They may come from a stranger: what they mean is
// checked by the server, and here only that a screen can show them.
import type { AnyOptions } from 'ui/tool-screen.ts';

const longestText = 500;
const maxEntries = 200;

type Plain = string | number | boolean | null;

const isPlain = (value: unknown): value is Plain =>
  value === null ||
  typeof value === 'boolean' ||
  (typeof value === 'number' && Number.isFinite(value)) ||
  (typeof value === 'string' && value.length <= longestText);

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value if it has the shape of the default, otherwise undefined. */
function fit(value: unknown, usual: unknown): unknown {
  if (isRecord(usual)) return isRecord(value) ? fitOptions(usual, value) : undefined;
  if (Array.isArray(usual)) {
    if (!Array.isArray(value) || value.length > maxEntries) return undefined;
    const [first] = usual;
    const fitting = value.map(one => (first === undefined ? (isPlain(one) ? one : undefined) : fit(one, first)));
    return fitting.includes(undefined) ? undefined : fitting;
  }
  if (usual === undefined || usual === null) return isPlain(value) ? value : undefined;
  return isPlain(value) && typeof value === typeof usual ? value : undefined;
}

/** The default options with those of the given ones that have the same shape. */
export function fitOptions(usual: AnyOptions, given: AnyOptions): AnyOptions {
  const names = new Set([...Object.keys(usual), ...Object.keys(given).slice(0, maxEntries)]);
  const fitted = [...names].flatMap(name => {
    const value = Object.hasOwn(given, name) ? fit(given[name], usual[name]) : undefined;
    return name === '__proto__' || (value === undefined && !Object.hasOwn(usual, name))
      ? []
      : [[name, value ?? usual[name]] as const];
  });
  return Object.fromEntries(fitted);
}
