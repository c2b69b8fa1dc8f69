// The options of a command line turned into those of a call, checked by the contract before anything is sent.
import { readFileSync } from 'node:fs';
import type { InputFileRule, ToolCall } from 'contract/tool.ts';
import { fill, type Language } from 'contract/words.ts';
import { z } from 'zod';
import { zhCN } from 'zod/locales';
import { CliError, exits } from './exits.ts';
import { mainRules, openSource, type Source } from './inputs.ts';
import { listOptions, type OptionKind, toKebab } from './option-kinds.ts';
import { words } from './words.ts';

/** Values as the parser gives them, by the name of the option in camel case. */
export type Parsed = Readonly<Record<string, unknown>>;

/** How the parser names the value of an option. */
const attributeOf = (name: string) => name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());

function readFile(named: string, language: Language): unknown {
  try {
    return JSON.parse(readFileSync(named.slice(1), 'utf8'));
  } catch {
    throw new CliError(exits.usage, fill(words[language].badJsonFile, { file: named.slice(1) }));
  }
}

function readValue({ takes, read }: OptionKind, given: unknown, language: Language): unknown {
  if (typeof given === 'boolean') return given;
  const texts = [given].flat().map(String);
  if (takes === 'json' && texts[0]?.startsWith('@')) return readFile(texts[0], language);
  // A list may be given in several options.
  return takes === 'list' ? texts.flatMap(text => read(text)) : read(texts.at(-1) ?? '');
}

function requireValid(call: ToolCall, options: Readonly<Record<string, unknown>>, language: Language): void {
  // A text that the arguments give, such as a prompt, is filled in for each input.
  const parsed = call.options.safeParse(options, { reportInput: true });
  if (parsed.success) return;
  const t = words[language];
  const errorMap = language === 'zh' ? zhCN().localeError : z.locales.en().localeError;
  const problems = parsed.error.issues.map(issue => {
    const [field, ...rest] = issue.path.map(String);
    const option = `--${toKebab(field ?? '')}${rest.length > 0 ? ` (${rest.join('.')})` : ''}`;
    const said = errorMap(issue as never);
    const problem = (typeof said === 'string' ? said : said?.message) ?? issue.message;
    return fill(t.badOption, { option, problem });
  });
  throw new CliError(exits.usage, [t.badOptions, ...problems].join('\n  '));
}

/** The options that were given, as the call takes them. `filledIn`: the field that each argument is the value of. */
export function readOptions(
  call: ToolCall,
  given: Parsed,
  language: Language,
  filledIn?: { readonly field: string; readonly example: string },
): Readonly<Record<string, unknown>> {
  const options = Object.fromEntries(
    listOptions(call.options).flatMap(kind => {
      const value = given[attributeOf(kind.name)];
      return value === undefined ? [] : [[kind.field, readValue(kind, value, language)]];
    }),
  );
  requireValid(call, filledIn ? { ...options, [filledIn.field]: filledIn.example } : options, language);
  return options;
}

/** The files beside the main ones that a call takes, with the names of their options. */
export function listSideFiles(call: ToolCall): { readonly rule: InputFileRule; readonly name: string }[] {
  const main = mainRules(call);
  const taken = new Set(listOptions(call.options).map(({ name }) => name));
  return call.inputs
    .filter(rule => !main.includes(rule) && !rule.isMade)
    .map(rule => {
      const short = toKebab(rule.field).replace(/-urls?$/, rule.many ? 's' : '');
      return { rule, name: taken.has(short) ? toKebab(rule.field) : short };
    });
}

export function readSideFiles(call: ToolCall, given: Parsed, language: Language): Record<string, Source[]> {
  return Object.fromEntries(
    listSideFiles(call).flatMap(({ rule, name }) => {
      const value = given[attributeOf(name)];
      if (value === undefined) return [];
      return [[rule.field, [value].flat().map(one => openSource(String(one), language))]];
    }),
  );
}
