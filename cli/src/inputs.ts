// What a command works on: files, the files of folders, links and standard input, grouped into one input for each task.
import { createHash } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { type MediaName, media, mediaOfName } from 'contract/media.ts';
import type { InputFileRule, ToolCall } from 'contract/tool.ts';
import { fill, type Language } from 'contract/words.ts';
import { CliError, exits } from './exits.ts';
import { words } from './words.ts';

export type Source =
  | {
      readonly kind: 'file';
      readonly label: string;
      readonly place: string;
      readonly bytes: number;
      readonly at: number;
    }
  | { readonly kind: 'link'; readonly label: string; readonly url: string }
  | { readonly kind: 'stdin'; readonly label: '-' };

/** What one task works on. */
export interface Input {
  /** The same for the same files as they are, and another one once they change. */
  readonly id: string;
  readonly label: string;
  /** The payload field with the files; undefined for a call that works on none. */
  readonly field: string | undefined;
  readonly sources: readonly Source[];
  readonly isList: boolean;
  /** An option whose value is the argument itself, such as a link to parse. */
  readonly text?: { readonly field: string; readonly value: string };
}

/** The fields that may hold what a call works on; the others are for masks, logos and the like. */
export function mainRules({ inputs }: ToolCall): readonly InputFileRule[] {
  const either = inputs.filter(rule => rule.required === 'one');
  return either.length > 0 ? either : inputs.filter(rule => rule.required === true && !rule.isUnread).slice(0, 1);
}

/** The option that stands for the argument of a call without files. */
export const textFieldOf = (call: ToolCall): string | undefined =>
  mainRules(call).length > 0 ? undefined : ['url', 'prompt'].find(field => field in call.options.shape);

const isLink = (named: string) => /^https?:\/\//i.test(named);

const usageError = (sentence: string, values: Readonly<Record<string, unknown>>) =>
  new CliError(exits.usage, fill(sentence, values));

export function fileSource(place: string, label: string, language: Language): Source {
  const found = statSync(place, { throwIfNoEntry: false });
  if (!found) throw usageError(words[language].noSuchFile, { file: label });
  if (!found.isFile()) throw usageError(words[language].notInFolder, { name: label });
  return { kind: 'file', label, place: path.resolve(place), bytes: found.size, at: found.mtimeMs };
}

/** The files of a folder that these types suit by their names, sorted; not those below it. */
export function listFolder(folder: string, accept: readonly MediaName[]): string[] {
  const suits = (name: string) => {
    const type = mediaOfName(name);
    return type !== null && accept.includes(type) && !name.startsWith('.');
  };
  return readdirSync(folder, { withFileTypes: true })
    .filter(entry => entry.isFile() && suits(entry.name))
    .map(entry => path.join(folder, entry.name))
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
}

function openNamed(named: string, accept: readonly MediaName[], language: Language): Source[] {
  if (named === '-') return [{ kind: 'stdin', label: '-' }];
  if (isLink(named)) return [{ kind: 'link', label: named, url: named }];
  if (!statSync(named, { throwIfNoEntry: false })?.isDirectory()) return [fileSource(named, named, language)];
  const files = listFolder(named, accept);
  if (files.length === 0) throw usageError(words[language].emptyFolder, { file: named });
  return files.map(file => fileSource(file, file, language));
}

/** A file or link that an option names. */
export const openSource = (named: string, language: Language): Source =>
  isLink(named) ? { kind: 'link', label: named, url: named } : fileSource(named, named, language);

const identify = (parts: unknown) => createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 24);

const identityOf = (source: Source): unknown =>
  source.kind === 'file' ? [source.place, source.bytes, source.at] : source.kind === 'link' ? source.url : '-';

export const oneInput = (field: string, source: Source): Input => ({
  id: identify(identityOf(source)),
  label: source.label,
  field,
  sources: [source],
  isList: false,
});

function listInput(rule: InputFileRule, sources: readonly Source[], language: Language): Input {
  const { min, max } = rule.many!;
  if (sources.length < min) throw usageError(words[language].tooFew, { min });
  if (sources.length > max) throw usageError(words[language].tooMany, { max });
  const label = sources.length === 1 ? sources[0]!.label : `${sources[0]!.label} …`;
  return { id: identify(sources.map(identityOf)), label, field: rule.field, sources, isList: true };
}

const isClip = ({ label }: Source) => {
  const type = mediaOfName(label);
  return type !== null && media[type].kind === 'video';
};

/** The field that takes these files, where there is a choice: images as a list, or one clip. */
function chooseRule(rules: readonly InputFileRule[], sources: readonly Source[], language: Language): InputFileRule {
  const [first] = rules;
  if (rules.length === 1) return first!;
  if (!sources.some(isClip)) return rules.find(({ many }) => many) ?? first!;
  if (sources.length > 1) throw new CliError(exits.usage, words[language].mixed);
  return rules.find(({ many }) => !many) ?? first!;
}

function requireOneStdin(sources: readonly Source[], language: Language): void {
  if (sources.filter(({ kind }) => kind === 'stdin').length > 1)
    throw new CliError(exits.usage, words[language].stdinTwice);
}

/** Groups what the command line names into inputs. */
export function gatherInputs(call: ToolCall, named: readonly string[], language: Language): Input[] {
  const rules = mainRules(call);
  if (rules.length === 0) {
    const field = textFieldOf(call);
    const none = { field: undefined, sources: [], isList: false };
    if (field === undefined || named.length === 0) return [{ ...none, id: identify('none'), label: call.name }];
    return named.map(value => ({ ...none, id: identify(value), label: value, text: { field, value } }));
  }
  if (named.length === 0) throw new CliError(exits.usage, words[language].noInput);
  const accept = rules.flatMap(rule => rule.accept);
  const sources = named.flatMap(one => openNamed(one, accept, language));
  requireOneStdin(sources, language);
  const rule = chooseRule(rules, sources, language);
  if (rule.many) return [listInput(rule, sources, language)];
  // The same file named twice is one input.
  const inputs = new Map(sources.map(source => oneInput(rule.field, source)).map(input => [input.id, input]));
  return [...inputs.values()];
}
