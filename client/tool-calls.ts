// The calls of all tools by their paths and by their names, typed from the tools' contracts.
import type { callSchema } from 'contract/routes/tasks.ts';
import type { Task } from 'contract/task.ts';
import type { CatalogueTool } from 'contract/tool.ts';
import type { Tools } from 'tools/index.ts';
import type { z } from 'zod';
import type { RunOptions } from './task-options.ts';

/** A file to work on: its bytes, the path of an upload, or an http(s) link, which the server fetches. */
type FileInput = Blob | string;

type Tool = Tools[number];
type Call = Tool['calls'][number];
type CallPath = Call['path'];

type Rule<C extends Call> = Exclude<C['inputs'][number], { readonly isMade: true }>;
type ValueOf<R> = R extends { readonly many: object } ? readonly FileInput[] : FileInput;
type FilesOf<C extends Call> = {
  [R in Rule<C> as R['required'] extends true ? R['field'] : never]: ValueOf<R>;
} & {
  [R in Rule<C> as R['required'] extends true ? never : R['field']]?: ValueOf<R>;
};

/** A schema without fields has the type of an object that must be empty. */
type OptionsOf<C extends Call> = string extends keyof z.input<C['options']> ? unknown : z.input<C['options']>;

type InputOf<C extends Call> = C extends Call
  ? OptionsOf<C> & FilesOf<C> & Omit<z.input<typeof callSchema>, 'wait'>
  : never;

/** The body of a call, with files in place of their paths. A path that this client does not know takes any body. */
export type CallInput<Path extends string> = Path extends CallPath
  ? InputOf<Extract<Call, { readonly path: Path }>>
  : Readonly<Record<string, unknown>>;

type Camel<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<Camel<Rest>>}`
  : Name;

type RunCall<C extends Call> = (input: InputOf<C>, options?: RunOptions) => Promise<Task>;

/** `upScale(input)` runs the tool's first call, and `inpaintImage.locate(input)` the one with that name. */
export type ToolCalls = {
  readonly [T in Exclude<Tool, { readonly calls: readonly [] }> as Camel<T['name']>]: RunCall<T['calls'][0]> & {
    readonly [C in T['calls'][number] as C['name']]: RunCall<C>;
  };
};

/** What the names need of a catalogue: `tools` of tools/index.ts is one. */
export type NamedTool = Pick<CatalogueTool, 'name'> & {
  readonly calls: readonly { readonly name: string; readonly path: string }[];
};

const toCamel = (name: string) => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

type RunPath = (path: string, input: Readonly<Record<string, unknown>>, options?: RunOptions) => Promise<Task>;

export function nameCalls(tools: readonly NamedTool[], run: RunPath): ToolCalls {
  const bind =
    (path: string) =>
    (input: Readonly<Record<string, unknown>>, options?: RunOptions): Promise<Task> =>
      run(path, input, options);
  const named = tools.flatMap(({ name, calls }) => {
    const [first] = calls;
    if (!first) return [];
    return [
      [
        toCamel(name),
        Object.assign(bind(first.path), Object.fromEntries(calls.map(call => [call.name, bind(call.path)]))),
      ],
    ];
  });
  return Object.fromEntries(named);
}
