// Which part of the house a file belongs to, and what each part may import: the table of arrows.

export interface Place {
  readonly part: PartName;
  /** The tool whose folder it is. */
  readonly tool?: string;
}

export type PartName =
  | 'contract'
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

/** Where a path lies. Every file of a tool but the five with a fixed name is a `tool part`. */
export function placeOf(file: string): Place {
  const [first = '', second = '', third = ''] = file.split('/');
  if (first === 'engines' && second === 'pixels') return { part: 'pixels' };
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
  /** What it is called in a message. */
  readonly name: string;
  /** Parts of the house it may import; a tool's files mean those of the same tool. */
  readonly parts: readonly PartName[];
  /** Any of its workspace's dependencies, these only, or none. */
  readonly packages: 'own' | readonly string[];
  readonly mayUseNode: boolean;
}

const screenPackages = ['react', 'lucide-react'];
const ownFolder = ['tool contract', 'tool words', 'tool part'] as const;

export const rules: Readonly<Record<Exclude<PartName, 'outside'>, Rule>> = {
  contract: { name: 'contract', parts: ['contract'], packages: ['zod'], mayUseNode: false },
  // Pure functions on arrays, which pages run as well.
  pixels: { name: 'engines/pixels', parts: ['pixels', 'contract'], packages: [], mayUseNode: false },
  engines: { name: 'engines', parts: ['engines', 'pixels', 'contract'], packages: 'own', mayUseNode: true },
  ui: { name: 'ui', parts: ['ui', 'pixels', 'contract'], packages: 'own', mayUseNode: false },
  catalogue: { name: 'tools/index.ts', parts: ['tool contract', 'contract'], packages: [], mayUseNode: false },
  // Long lists of choices lie beside it.
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
    parts: ['web', 'contract', 'ui', 'tool contract', 'tool words', 'tool help', 'tool screen'],
    packages: 'own',
    mayUseNode: false,
  },
  'web build': {
    name: 'the build of the web',
    // It draws the covers of designs with the painter of the pages, on a canvas of engines/.
    parts: ['web build', 'web', 'contract', 'catalogue', 'tool contract', 'tool words', 'ui', 'engines'],
    packages: 'own',
    mayUseNode: true,
  },
};

/** The only files that may work a module's name out at run time. */
export const mayComputeImports = (file: string): boolean =>
  ['server/src/work/child.ts', 'server/src/work/remote.ts', 'server/src/content/read-tools.ts'].includes(file) ||
  file.startsWith('web/build/');
