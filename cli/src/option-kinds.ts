// What an option of a contract takes on the command line: read from its schema, and its text turned into a value.
import { z } from 'zod';

/** The part of JSON Schema that contracts use. */
interface Property {
  readonly type?: string;
  readonly enum?: readonly (string | number)[];
  readonly const?: unknown;
  readonly anyOf?: readonly Property[];
  readonly items?: Property;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly pattern?: string;
}

export interface OptionKind {
  /** The field of the call. */
  readonly field: string;
  /** In kebab case, without the dashes. */
  readonly name: string;
  readonly isRequired: boolean;
  readonly usual: unknown;
  /** flag: no value, since one would swallow the file that follows; list: several, separated by commas; json: an object or a list of them. */
  readonly takes: 'flag' | 'value' | 'list' | 'json';
  /** Empty: anything. */
  readonly choices: readonly string[];
  readonly range: { readonly min?: number; readonly max?: number; readonly isWhole: boolean } | undefined;
  readonly isColour: boolean;
  /** The value that a text stands for. A text that fits nothing stays one, and the schema says what is wrong. */
  readonly read: (text: string) => unknown;
}

export const toKebab = (name: string) =>
  name
    .replaceAll('_', '-')
    .replace(/([a-z\d])([A-Z])/g, '$1-$2')
    .toLowerCase();

const membersOf = (property: Property): readonly Property[] => property.anyOf?.flatMap(membersOf) ?? [property];
const isNumber = ({ type, enum: choices }: Property) =>
  type === 'number' || type === 'integer' || choices?.every(choice => typeof choice === 'number');
const isStructure = ({ type }: Property) => type === 'object' || type === 'array';

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Reads a text as the first member that it can be. */
function readScalar(members: readonly Property[], text: string): unknown {
  const word = text.trim();
  if (members.some(({ type }) => type === 'boolean') && /^(true|false)$/.test(word)) return word === 'true';
  if (members.some(isNumber) && /^[+-]?(\d+\.?\d*|\.\d+)$/.test(word)) return Number(word);
  if (members.some(({ type }) => type === 'null') && (word === '' || word === 'null')) return null;
  if (members.some(isStructure) && /^[[{]/.test(word)) return readJson(word);
  return text;
}

const choicesOf = (members: readonly Property[]): string[] =>
  members.flatMap(member => {
    if (member.enum) return member.enum.map(String);
    if (member.const !== undefined) return [String(member.const)];
    return member.type === 'boolean' ? ['true', 'false'] : [];
  });

/** Whether the choices are all that is possible. */
const isClosed = (members: readonly Property[]) =>
  members.every(({ enum: choices, const: only, type }) => choices || only !== undefined || type === 'boolean');

function takesOf(property: Property, members: readonly Property[]): OptionKind['takes'] {
  if (property.type === 'boolean') return 'flag';
  if (property.type === 'array') return membersOf(property.items ?? {}).some(isStructure) ? 'json' : 'list';
  return members.every(isStructure) ? 'json' : 'value';
}

function describe(field: string, property: Property, isRequired: boolean): OptionKind {
  const members = membersOf(property);
  const takes = takesOf(property, members);
  const own = takes === 'list' ? membersOf(property.items ?? {}) : members;
  const number = own.find(isNumber);
  const read = (text: string) => {
    if (takes === 'json') return readJson(text);
    if (takes === 'list') return text === '' ? [] : text.split(',').map(part => readScalar(own, part.trim()));
    return readScalar(own, text);
  };
  return {
    field,
    name: toKebab(field),
    isRequired,
    usual: property.default,
    takes,
    choices: takes === 'flag' ? [] : choicesOf(isClosed(own) ? own : own.filter(({ enum: choices }) => choices)),
    range:
      number && !number.enum
        ? {
            ...(number.minimum !== undefined && { min: number.minimum }),
            ...(number.maximum !== undefined && { max: number.maximum }),
            isWhole: number.type === 'integer',
          }
        : undefined,
    isColour: own.some(({ pattern }) => pattern?.startsWith('^#') ?? false),
    read,
  };
}

/** The options of a call, in the order of its contract. */
export function listOptions(options: z.ZodObject): OptionKind[] {
  const { properties = {}, required = [] } = z.toJSONSchema(options, { io: 'input', unrepresentable: 'any' }) as {
    properties?: Record<string, Property>;
    required?: string[];
  };
  return Object.entries(properties).map(([field, property]) => describe(field, property, required.includes(field)));
}
