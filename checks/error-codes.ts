// The error table: every code has a valid status and a sentence in both languages, and is used.
import { productCode, type Tree } from './tree.ts';

export interface ErrorTable {
  readonly [code: string]: { readonly status: number; readonly zh: string; readonly en: string };
}

/** The files that contain the table itself. */
const table = /^contract\/[a-z-]*errors\.ts$/;

/** The names of a sentence's placeholders; `{count:万}` and `{count:,}` are the placeholder `count`. */
const listPlaces = (sentence: string) =>
  [...new Set(Array.from(sentence.matchAll(/\{(\w+)(?::[万,])?\}/g), ([, name]) => name))].sort().join(' ');

function judgeEntry(code: string, entry: ErrorTable[string]): string[] {
  const faults: string[] = [];
  if (!Number.isInteger(entry.status) || entry.status < 400 || entry.status > 599)
    faults.push(`${code} has the status ${entry.status}. Instead: give it the true HTTP status, 400 to 599.`);
  if (!entry.zh.trim() || !entry.en.trim())
    faults.push(`${code} lacks a sentence. Instead: write zh and en, for a person.`);
  else if (entry.zh === entry.en) faults.push(`${code} says the same in both languages. Instead: translate it.`);
  else if (listPlaces(entry.zh) !== listPlaces(entry.en))
    faults.push(`${code} has other {places} in zh than in en. Instead: fill the same ones in both.`);
  return faults;
}

export function findErrorCodeFaults(errors: ErrorTable, tree: Tree): string[] {
  const texts = productCode(tree)
    .filter(file => !table.test(file))
    .map(file => tree.get(file) ?? '');
  const isUsed = (code: string) => texts.some(text => new RegExp(`['"\`]${code}['"\`]`).test(text));
  return Object.entries(errors).flatMap(([code, entry]) => [
    ...judgeEntry(code, entry),
    ...(isUsed(code)
      ? []
      : [`${code} is never used. Instead: throw it where it belongs, or remove it from contract/errors.ts.`]),
  ]);
}
