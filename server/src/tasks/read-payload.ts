// Reads a tool's payload leniently: forms and scripts send numbers and booleans as text, leave unselected fields empty, and spell formats
// in several ways. The schema refuses a payload that is still invalid after these repairs.
import type { z } from 'zod';
import { holdsMoreThan, usualBodyValues } from '../http/bodies.ts';

type Issue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];

interface Repair {
  readonly path: Path;
  /** undefined removes the field. */
  readonly value: unknown;
}

/** Maximum number of repair rounds: a repaired object may reveal errors inside it. */
const maxRounds = 4;
/** These fields are hints that nothing relies on, so a malformed one is no reason to refuse a call. */
const hints: readonly PropertyKey[] = ['fileName', 'fileSize'];
const otherSpellings: Readonly<Record<string, string>> = {
  jpeg: 'jpg',
  jpe: 'jpg',
  jfif: 'jpg',
  tif: 'tiff',
  'x-icon': 'ico',
  'x-ms-bmp': 'bmp',
};

const isRecord = (value: unknown): value is Record<PropertyKey, unknown> => typeof value === 'object' && value !== null;

function valueAt(root: unknown, path: Path): unknown {
  let value = root;
  for (const key of path) {
    if (!isRecord(value) || !Object.hasOwn(value, key)) return undefined;
    value = value[key];
  }
  return value;
}

/**
 * A copy with the repairs made. Only the objects along their paths are copied, each of them once: the rest may be arbitrarily deep, and a
 * copy for each repair would take time quadratic in the size of the payload.
 */
function withRepairs(root: object, repairs: readonly Repair[]): object {
  const copies = new Set<object>();
  const copyOf = (value: object) => {
    if (copies.has(value)) return value;
    const copy = Array.isArray(value) ? [...value] : { ...value };
    copies.add(copy);
    return copy;
  };
  const repaired = copyOf(root);
  for (const { path, value } of repairs) {
    let holder: Record<PropertyKey, unknown> | undefined = repaired as Record<PropertyKey, unknown>;
    for (const key of path.slice(0, -1)) {
      const inner: unknown = Object.hasOwn(holder, key) ? holder[key] : undefined;
      // An earlier repair has replaced what this one was meant for.
      if (!isRecord(inner)) {
        holder = undefined;
        break;
      }
      holder = holder[key] = copyOf(inner) as Record<PropertyKey, unknown>;
    }
    const key = path.at(-1)!;
    if (!holder || !Object.hasOwn(holder, key)) continue;
    if (value === undefined && !Array.isArray(holder)) delete holder[key];
    else holder[key] = value;
  }
  return repaired;
}

const isNumeric = (text: string) => /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,3})?\s*$/i.test(text);

function readJson(text: string): unknown {
  try {
    const json: unknown = JSON.parse(text);
    return holdsMoreThan(json, usualBodyValues) ? undefined : json;
  } catch {
    return undefined; // The text only looked like JSON: the schema's error names the expected type.
  }
}

const truths = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

const readTruth = (value: string | number) => truths.get(String(value).trim().toLowerCase());

/** The value converted to the expected type, or undefined when it cannot be converted. */
function convertTo(expected: string, value: unknown): unknown {
  const isText = typeof value === 'string';
  if (expected === 'number' || expected === 'int') return isText && isNumeric(value) ? Number(value) : undefined;
  if (expected === 'boolean') return isText || typeof value === 'number' ? readTruth(value) : undefined;
  if (expected === 'string') return typeof value === 'number' ? String(value) : undefined;
  if (expected !== 'array' && expected !== 'object') return undefined;
  const read = isText && /^\s*[[{]/.test(value) ? readJson(value) : undefined;
  if (expected === 'object') return isRecord(read) ? read : undefined;
  return Array.isArray(read) ? read : [read ?? value];
}

/** The member of `values` that a spelling denotes. */
function chooseAmong(values: readonly unknown[], value: unknown): unknown {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const text = String(value)
    .trim()
    .toLowerCase()
    .replace(/^(?:image\/|\.)/, '');
  const meant = Object.hasOwn(otherSpellings, text) ? otherSpellings[text] : text;
  return values.find(one => String(one).toLowerCase() === meant || (isNumeric(text) && one === Number(text)));
}

function repairOf(issue: Issue, value: unknown): unknown {
  if (issue.code === 'invalid_type') return convertTo(issue.expected, value);
  if (issue.code === 'invalid_value') return chooseAmong(issue.values, value);
  return undefined;
}

/** The repairs to make, numbers before booleans: "0" as a number of loops does not mean false. */
function listRepairs(issues: readonly Issue[], root: unknown, fields: readonly string[], above: Path = []): Repair[] {
  const repairs = issues.flatMap((issue): Repair[] => {
    const path = [...above, ...issue.path];
    const value = valueAt(root, path);
    if (path.length === 1 && hints.includes(path[0]!)) return [{ path, value: undefined }];
    if (value === null || value === '') return path.length > 0 ? [{ path, value: undefined }] : [];
    if (issue.code === 'invalid_union') return issue.errors.flatMap(errors => listRepairs(errors, root, fields, path));
    const isFile = fields.some(field => field === path[0]);
    const repaired = value === undefined || isFile ? undefined : repairOf(issue, value);
    return repaired === undefined ? [] : [{ path, value: repaired }];
  });
  return repairs.toSorted((a, b) => Number(typeof a.value === 'boolean') - Number(typeof b.value === 'boolean'));
}

/** Field names under which clients send the picture, the schemas' own among them. */
const pictureNames = ['imageUrl', 'image_url', 'image'];

const isSentText = (value: unknown) => typeof value === 'string' && value !== '';

/** The payload with the picture moved to the field name that the call's schema uses. */
export function nameInputs(fields: readonly string[], sent: unknown): unknown {
  const own = pictureNames.find(name => fields.includes(name));
  if (!isRecord(sent) || own === undefined || (sent[own] ?? '') !== '') return sent;
  const other = pictureNames.find(name => isSentText(sent[name]));
  return other === undefined ? sent : { ...sent, [own]: sent[other] };
}

/**
 * The payload with its unambiguous mistakes repaired; `schema` must still validate it. `fields` contain files: a number, or a bare string
 * in place of a list, is an error there and is not repaired.
 */
export function readPayload(schema: z.ZodType, fields: readonly string[], sent: unknown): unknown {
  if (!isRecord(sent) || Array.isArray(sent)) return sent;
  let payload: object = sent;
  for (let round = 0; round < maxRounds; round++) {
    const parsed = schema.safeParse(payload);
    const repairs = parsed.success ? [] : listRepairs(parsed.error.issues, payload, fields);
    if (repairs.length === 0) break;
    const first = new Map<string, Repair>();
    for (const repair of repairs) {
      const place = repair.path.join('\n');
      if (!first.has(place)) first.set(place, repair);
    }
    payload = withRepairs(payload, [...first.values()]);
  }
  return payload;
}
