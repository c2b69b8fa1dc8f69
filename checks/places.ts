// The part of the repository to which a file belongs, and what each part may import.

export interface Place {
  readonly part: PartName;
  /** The tool in whose folder it is. */
  readonly tool?: string;
}

export type PartName =
  | 'contract'
  | 'client'
  | 'client for node'
  | 'cli'
  | 'cli without a server'
  | 'pixels'
  | 'engines'
  | 'ui'
  | 'catalogue'
  | 'tool contract'
  | 'tool words'
  | 'tool help'
  | 'tool run'
  | 'tool screen'
  | 'tool part'
  | 'server'
  | 'web'
  | 'web build'
  | 'outside';

/** The part to which a path belongs. Every file of a tool except the five with a fixed name is a `tool part`. */
export function placeOf(file: string): Place {
  const [first = '', second = '', third = ''] = file.split('/');
  if (first === 'engines' && second === 'pixels') return { part: 'pixels' };
  if (first === 'client') return { part: second === 'node.ts' ? 'client for node' : 'client' };
  if (first === 'cli') return { part: second === 'src' && third === 'local' ? 'cli without a server' : 'cli' };
  if (first === 'contract' || first === 'engines' || first === 'ui' || first === 'server') return { part: first };
  if (first === 'web') return { part: second === 'src' ? 'web' : 'web build' };
  if (first !== 'tools') return { part: 'outside' };
  if (!third) return { part: 'catalogue' };
  const named = {
    'contract.ts': 'tool contract',
    'words.ts': 'tool words',
    'help.ts': 'tool help',
    'run.ts': 'tool run',
  } as const;
  if (third === 'screen.tsx') return { part: 'tool screen', tool: second };
  return { part: named[third as keyof typeof named] ?? 'tool part', tool: second };
}

export interface Rule {
  /** Its name in messages. */
  readonly name: string;
  /** The parts it may import; for a tool's files only those of the same tool. */
  readonly parts: readonly PartName[];
  /** Those from which it may import types alone. */
  readonly types?: readonly PartName[];
  /** Any of its workspace's dependencies, only these, or none. */
  readonly packages: 'own' | readonly string[];
  readonly mayUseNode: boolean;
}

const screenPackages = ['react', 'lucide-react'];
const ownFolder = ['tool contract', 'tool words', 'tool part'] as const;

export const rules: Readonly<Record<Exclude<PartName, 'outside'>, Rule>> = {
  contract: { name: 'contract', parts: ['contract'], packages: ['zod'], mayUseNode: false },
  // It knows the tools by their types alone; the catalogue is handed in.
  client: {
    name: 'client',
    parts: ['client', 'contract'],
    types: ['catalogue'],
    packages: 'own',
    mayUseNode: false,
  },
  'client for node': { name: 'client/node.ts', parts: ['client', 'contract'], packages: [], mayUseNode: true },
  cli: {
    name: 'cli',
    parts: ['cli', 'cli without a server', 'client', 'client for node', 'contract', 'catalogue'],
    packages: 'own',
    mayUseNode: true,
  },
  // It runs tools as a worker does, by the same pool.
  'cli without a server': {
    name: 'cli/src/local/',
    parts: ['cli', 'cli without a server', 'contract', 'server', 'engines'],
    packages: 'own',
    mayUseNode: true,
  },
  // Pure functions on arrays, which also run in pages.
  pixels: { name: 'engines/pixels', parts: ['pixels', 'contract'], packages: [], mayUseNode: false },
  engines: { name: 'engines', parts: ['engines', 'pixels', 'contract'], packages: 'own', mayUseNode: true },
  ui: { name: 'ui', parts: ['ui', 'pixels', 'contract'], packages: 'own', mayUseNode: false },
  catalogue: { name: 'tools/index.ts', parts: ['tool contract', 'contract'], packages: [], mayUseNode: false },
  // Its long lists of choices are in separate files.
  'tool contract': {
    name: "a tool's contract",
    parts: ['contract', 'tool part'],
    packages: ['zod'],
    mayUseNode: false,
  },
  'tool words': { name: "a tool's words", parts: ['contract'], packages: [], mayUseNode: false },
  'tool help': { name: "a tool's help", parts: ['contract'], packages: [], mayUseNode: false },
  'tool run': {
    name: "a tool's run",
    parts: [...ownFolder, 'contract', 'pixels', 'engines'],
    packages: [],
    mayUseNode: true,
  },
  'tool screen': {
    name: "a tool's screen",
    parts: [...ownFolder, 'contract', 'pixels', 'ui'],
    packages: screenPackages,
    mayUseNode: false,
  },
  // Files that neither the run nor the screen reaches; the others are judged as parts of their importers.
  'tool part': {
    name: 'a file of a tool',
    parts: [...ownFolder, 'contract', 'pixels', 'engines', 'ui'],
    packages: screenPackages,
    mayUseNode: true,
  },
  server: {
    name: 'server',
    parts: ['server', 'contract', 'engines', 'catalogue', 'tool contract', 'tool words', 'tool help', 'tool run'],
    packages: 'own',
    mayUseNode: true,
  },
  web: {
    name: 'web',
    parts: ['web', 'client', 'contract', 'ui', 'tool contract', 'tool words', 'tool help', 'tool screen'],
    packages: 'own',
    mayUseNode: false,
  },
  'web build': {
    name: 'the build of the web',
    // It draws the covers of designs with the page's painter, on a canvas of engines/.
    parts: ['web build', 'web', 'contract', 'catalogue', 'tool contract', 'tool words', 'ui', 'engines'],
    packages: 'own',
    mayUseNode: true,
  },
};

/** The only files that may compute a module's name at run time. */
export const mayComputeImports = (file: string): boolean =>
  ['server/src/work/child.ts', 'server/src/work/remote.ts', 'server/src/content/read-tools.ts'].includes(file) ||
  file.startsWith('web/build/');
