// Every tool is complete: its folder, contract, run, screen, words and test are consistent, and the catalogue lists it.
import path from 'node:path';
import type { Help } from 'contract/help.ts';
import type { ToolContract } from 'contract/tool.ts';
import type { Words } from 'contract/words.ts';
import { toKebab } from './names.ts';
import { parseFile } from './syntax.ts';
import { root, type Tree } from './tree.ts';

/** The loaded contents of a tool's folder. */
export interface ToolFolder {
  readonly name: string;
  readonly files: readonly string[];
  readonly contract: ToolContract | undefined;
  /** Names of the functions in tools/<name>/run.ts. */
  readonly runNames: readonly string[];
  readonly words: Words | undefined;
  readonly help: Help | undefined;
  readonly exportsScreen: boolean;
  readonly isListed: boolean;
}

const required = ['contract.ts', 'words.ts', 'help.ts'];
/** Files required of tools whose work is done by calls. */
const requiredOfCalls = ['run.ts', 'run.test.ts', 'screen.tsx'];
const tileWords = ['title', 'blurb', 'keywords'];

export const routeToName = (route: string): string => toKebab(route.replace(/^\/editor\//, ''));

const listToolNames = (tree: Tree): string[] => [
  ...new Set([...tree.keys()].flatMap(file => /^tools\/([^/]+)\//.exec(file)?.[1] ?? [])),
];

/** Whether a module exports a constant with this name. */
function exportsConstant(file: string, text: string, name: string): boolean {
  return parseFile(file, text).body.some(
    statement =>
      statement.type === 'ExportNamedDeclaration' &&
      statement.declaration?.type === 'VariableDeclaration' &&
      statement.declaration.declarations.some(one => one.id.type === 'Identifier' && one.id.name === name),
  );
}

/** Loads every tool's folder below `folder`; `tree` contains its files. */
export async function loadToolFolders(tree: Tree, folder = root): Promise<ToolFolder[]> {
  const importFile = (file: string) => import(path.join(folder, 'tools', file));
  const { tools }: { tools: readonly ToolContract[] } = await importFile('index.ts');
  const load = async (name: string): Promise<ToolFolder> => {
    const read = (file: string) => tree.get(`tools/${name}/${file}`);
    const contract = read('contract.ts') ? await importFile(`${name}/contract.ts`) : {};
    const run = read('run.ts') ? await importFile(`${name}/run.ts`) : {};
    const words = read('words.ts') ? await importFile(`${name}/words.ts`) : {};
    const help = read('help.ts') ? await importFile(`${name}/help.ts`) : {};
    const found = (Object.values(contract) as Partial<ToolContract>[]).find(
      one => Array.isArray(one?.calls) && one.route,
    );
    return {
      name,
      files: [...tree.keys()].flatMap(file =>
        file.startsWith(`tools/${name}/`) ? [file.split('/').slice(2).join('/')] : [],
      ),
      contract: found as ToolContract | undefined,
      runNames: Object.keys(run.runs ?? {}),
      words: words.words,
      help: help.help,
      exportsScreen: exportsConstant('screen.tsx', read('screen.tsx') ?? '', 'screen'),
      isListed: tools.some(tool => tool === found),
    };
  };
  return Promise.all(listToolNames(tree).map(load));
}

function judgeContract(folder: ToolFolder): string[] {
  const { contract, name } = folder;
  if (!contract) return [`its contract.ts exports no contract. Instead: export const … = defineTool({ … })`];
  const faults: string[] = [];
  const wanted = routeToName(contract.route);
  if (contract.name !== name) faults.push(`its contract is called ${contract.name}. Instead: use the folder's name`);
  if (wanted !== name) faults.push(`its route is ${contract.route}. Instead: name folder and contract ${wanted}`);
  if (contract.calls.length === 0 && !contract.opens)
    faults.push('it has no call. Instead: describe at least one, or the files that its page opens');
  const calls = contract.calls.map(call => call.name);
  for (const call of calls.filter(call => !folder.runNames.includes(call)))
    faults.push(`its run.ts has no function for the call ${call}. Instead: add it to runs`);
  for (const run of folder.runNames.filter(run => !calls.includes(run)))
    faults.push(`its run.ts has ${run}, which no call names. Instead: remove it or add the call to contract.ts`);
  if (!folder.isListed) faults.push('tools/index.ts does not list it. Instead: add its contract there');
  return faults;
}

/** The names of a sentence's placeholders; `{count:万}` and `{count:,}` are the placeholder `count`. */
const listPlaces = (sentence: string) =>
  Array.from(sentence.matchAll(/\{(\w+)(?::[万,])?\}/g), ([, name]) => name)
    .sort()
    .join(' ');

function judgeWords({ words }: ToolFolder): string[] {
  if (!words) return ['its words.ts exports no words. Instead: export const words = defineWords({ zh, en })'];
  const { zh = {}, en = {} } = words;
  const keys = [...new Set([...tileWords, ...Object.keys(zh), ...Object.keys(en)])];
  return keys.flatMap(key => {
    const [inZh = '', inEn = ''] = [zh[key], en[key]];
    if (!inZh.trim() || !inEn.trim()) return [`its word "${key}" is empty. Instead: write it in zh and en`];
    if (listPlaces(inZh) !== listPlaces(inEn))
      return [`its word "${key}" has other {places} in zh than in en. Instead: fill the same ones in both`];
    const isTile = key === 'title' || key === 'blurb';
    return isTile && inZh === inEn ? [`its word "${key}" is the same in both languages. Instead: translate it`] : [];
  });
}

function judgeHelp({ help }: ToolFolder): string[] {
  if (!help) return ['its help.ts exports no help. Instead: export const help = defineHelp({ zh, en })'];
  const { zh, en } = help;
  const texts = [zh, en].flatMap(page => [
    ...page.steps,
    ...page.questions.flatMap(({ question, answer }) => [question, answer]),
  ]);
  const isSame = zh.steps.length === en.steps.length && zh.questions.length === en.questions.length;
  const isWritten = zh.steps.length > 0 && zh.questions.length > 0 && texts.every(text => text.trim() !== '');
  return isSame && isWritten
    ? []
    : ['its help says less in one language. Instead: write the same steps and questions in zh and en'];
}

function findTwins(folders: readonly ToolFolder[]): string[] {
  const owners = new Map<string, string>();
  const faults: string[] = [];
  for (const { name, contract } of folders)
    for (const path of [contract?.route, ...(contract?.calls ?? []).map(call => call.path)]) {
      if (path === undefined) continue;
      const other = owners.get(path);
      if (other)
        faults.push(`tools/${name}: ${path} belongs to tools/${other} already. Instead: give it a path of its own.`);
      owners.set(path, name);
    }
  return faults;
}

/** One message for everything that a tool lacks. */
export function findToolFaults(folders: readonly ToolFolder[]): string[] {
  const faults = folders.flatMap(folder => {
    const isOfCalls = !folder.contract?.opens;
    const missing = [...required, ...(isOfCalls ? requiredOfCalls : [])]
      .filter(file => !folder.files.includes(file))
      .map(file => `it has no ${file}. Instead: npm run new-tool <name> shows what belongs there`);
    const screen =
      folder.exportsScreen || !isOfCalls
        ? []
        : ['its screen.tsx exports no screen. Instead: export const screen = defineScreen({ … })'];
    return [...missing, ...judgeContract(folder), ...screen, ...judgeWords(folder), ...judgeHelp(folder)].map(
      fault => `tools/${folder.name}: ${fault}.`,
    );
  });
  return [...faults, ...findTwins(folders)];
}
