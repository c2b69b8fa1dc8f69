// The calls of the catalogue as MCP tools: a name, words in the language of the request, and the schema of the call's contract.
import type { Tool } from '@modelcontextprotocol/sdk/types.js';
import type { MediaName } from 'contract/media.ts';
import type { InputFileRule, ToolCall } from 'contract/tool.ts';
import { defineWords, fill, type Language } from 'contract/words.ts';
import { tools } from 'tools/index.ts';
import { z } from 'zod';
import { type KnownTool, readTools } from '../content/read-tools.ts';
import { type CallEntry, callEntries } from '../tasks/catalogue.ts';
import { bodyOfCall } from '../tasks/tool-body.ts';

/** In the arguments of a call: the price that its user has agreed to. */
export const consentField = 'confirmPrice';

const words = defineWords({
  zh: {
    file: '{types}，不超过 {size} MB。填 upload_url 给出的 path，或 http(s) 链接。',
    oneOf: '以下字段须恰好填一个：{fields}。',
    price: '运行收费时，须填用户同意的价格，如“1 use”或“20 coins”。先用 quote 查询。',
  },
  en: {
    file: '{types}, up to {size} MB. The path that upload_url gave, or an http(s) link.',
    oneOf: 'Exactly one of these is needed: {fields}.',
    price:
      'Needed for a run that costs something: the price that the user agreed to, such as "1 use" or "20 coins". Ask quote for it.',
  },
});

/** The name of a call's tool, which stays the same as long as the call exists. */
export const nameOfOffer = ({ tool, call }: Pick<CallEntry, 'tool' | 'call'>): string => `${tool.name}_${call.name}`;

const byName = new Map(callEntries.map(entry => [nameOfOffer(entry), entry]));

export const findOffer = (name: string): CallEntry | undefined => byName.get(name);

const nameTypes = (types: readonly MediaName[]) => types.map(type => type.toUpperCase()).join(', ');

function describeFile({ inputs }: ToolCall, rule: InputFileRule, language: Language): string {
  const t = words[language];
  const size = Math.round(rule.maxBytes / 1024 ** 2);
  const others = inputs.filter(({ required }) => required === 'one').map(({ field }) => field);
  const file = fill(t.file, { types: nameTypes(rule.accept), size });
  return rule.required === 'one' ? `${file} ${fill(t.oneOf, { fields: others.join(', ') })}` : file;
}

/** How long a call waits is decided by the protocol here, and the size of a file is known from the file. */
const leftOut = ['wait', 'fileSize'];

function describeArguments({ call }: CallEntry, language: Language): Tool['inputSchema'] {
  const { $schema: _, properties = {}, ...schema } = z.toJSONSchema(bodyOfCall(call), { io: 'input' });
  const fields = Object.fromEntries(Object.entries(properties).filter(([name]) => !leftOut.includes(name)));
  for (const rule of call.inputs) {
    const field = fields[rule.field];
    if (typeof field === 'object') fields[rule.field] = { ...field, description: describeFile(call, rule, language) };
  }
  const consent = { type: 'string', maxLength: 32, description: words[language].price };
  return { ...schema, type: 'object', properties: { ...fields, [consentField]: consent } } as Tool['inputSchema'];
}

function describeOffer(entry: CallEntry, known: KnownTool, language: Language): Tool {
  const { title, blurb } = known.words[language];
  const isOnly = entry.tool.calls.length === 1;
  return {
    name: nameOfOffer(entry),
    title: isOnly ? title : `${title}: ${entry.call.name}`,
    description: isOnly ? blurb : `${blurb} (${entry.call.name})`,
    inputSchema: describeArguments(entry, language),
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  };
}

const described = new Map<Language, Promise<ReadonlyMap<string, Tool>>>();

async function describeAll(language: Language): Promise<ReadonlyMap<string, Tool>> {
  const known = new Map((await readTools(tools)).map(one => [one.tool.name, one]));
  return new Map(
    callEntries.flatMap(entry => {
      const ofTool = known.get(entry.tool.name);
      return ofTool ? [[nameOfOffer(entry), describeOffer(entry, ofTool, language)]] : [];
    }),
  );
}

/** Every call as a tool, by name. Made once for each language. */
export function readOffers(language: Language): Promise<ReadonlyMap<string, Tool>> {
  const made = described.get(language) ?? describeAll(language);
  described.set(language, made);
  made.catch(() => described.delete(language));
  return made;
}
