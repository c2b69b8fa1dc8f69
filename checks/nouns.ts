// The nouns of the server (folders of server/src): which may use which, without cycles, and each noun's stores only by the noun
// itself.
import { isStore } from './stores.ts';
import { linkFiles } from './syntax.ts';
import { productCode, type Tree } from './tree.ts';

/** Folders of server/src that every noun may use. They use no noun. */
const foundation = ['adapters', 'http'];

/** Noun → the nouns it may use. ARCHITECTURE.md draws the same lines, and a test keeps the two equal. */
export const nounArrows: Readonly<Record<string, readonly string[]>> = {
  accounts: ['api-keys', 'captcha', 'limits', 'objects', 'orders', 'points', 'secrets', 'webhooks'],
  adapters: [],
  admin: [
    'accounts',
    'api-keys',
    'backups',
    'bulletins',
    'coupons',
    'dictionaries',
    'limits',
    'orders',
    'plans',
    'points',
    'secrets',
    'tasks',
  ],
  'api-keys': ['limits', 'points'],
  backups: [],
  bulletins: [],
  captcha: ['limits'],
  chat: ['content', 'limits'],
  content: ['bulletins', 'dictionaries', 'limits', 'links', 'sandbox', 'tasks'],
  coupons: ['plans'],
  dictionaries: [],
  doctor: ['backups', 'sandbox', 'secrets', 'tasks', 'work'],
  http: ['adapters'],
  limits: [],
  links: ['tasks'],
  mcp: ['content', 'tasks'],
  metrics: ['backups', 'tasks'],
  objects: [],
  orders: ['coupons', 'limits', 'plans', 'points'],
  pipelines: ['tasks'],
  plans: [],
  points: ['dictionaries'],
  retention: ['objects', 'points', 'tasks'],
  sandbox: ['orders', 'wechat'],
  secrets: [],
  tasks: ['dictionaries', 'limits', 'objects', 'points'],
  uploads: ['dictionaries', 'limits', 'objects'],
  webhooks: ['api-keys', 'limits', 'links', 'secrets', 'tasks'],
  wechat: ['accounts', 'limits'],
  work: ['links', 'objects', 'tasks'],
};

/** The folder of server/src that contains a file; undefined for other files and for those directly in server/src. */
const nounOf = (file: string): string | undefined => /^server\/src\/([a-z-]+)\//.exec(file)?.[1];

/** The lines of the diagram in ARCHITECTURE.md. */
export const drawArrows = (arrows: Readonly<Record<string, readonly string[]>>): string[] =>
  Object.entries(arrows)
    .filter(([, used]) => used.length > 0)
    .map(([noun, used]) => `${noun} → ${used.join(', ')}`);

/** What a folder may use: the listed ones, and the foundation, unless it belongs to it. */
const usable = (noun: string, arrows: Readonly<Record<string, readonly string[]>>): readonly string[] => [
  ...(arrows[noun] ?? []),
  ...(foundation.includes(noun) ? [] : foundation),
];

/** Cycles among the allowed dependencies, each as the path around it. */
export function findNounCircles(arrows: Readonly<Record<string, readonly string[]>>): string[] {
  const circles: string[] = [];
  const done = new Set<string>();
  const walk = (noun: string, path: readonly string[]) => {
    const start = path.indexOf(noun);
    if (start >= 0) {
      const around = [...path.slice(start), noun].join(' → ');
      circles.push(`${around}: a circle of nouns. Instead: let one be handed what it needs by the other.`);
      return;
    }
    if (done.has(noun)) return;
    for (const next of usable(noun, arrows)) walk(next, [...path, noun]);
    done.add(noun);
  };
  for (const noun of Object.keys(arrows)) walk(noun, []);
  return circles;
}

/**
 * One message for every import of a noun by a file beside the folders that folders use, such as the types of a server's parts: through it, every
 * noun would use that noun.
 */
function findFoundationFaults(links: ReadonlyMap<string, readonly string[]>): string[] {
  const below = new Set<string>();
  const descend = (file: string) => {
    for (const target of links.get(file) ?? [])
      if (nounOf(target) === undefined && target.startsWith('server/src/') && !below.has(target)) {
        below.add(target);
        descend(target);
      }
  };
  for (const file of links.keys()) if (nounOf(file) !== undefined) descend(file);
  return [...below].flatMap(file =>
    (links.get(file) ?? []).flatMap(target => {
      const noun = nounOf(target);
      if (noun === undefined || foundation.includes(noun)) return [];
      return [
        `${file} imports ${target}: nouns use ${file}, so it may not use ${noun}. Instead: move what it needs into it, or the file into a noun.`,
      ];
    }),
  );
}

/** One message for every import between nouns that is not in the list, and for every import of another noun's store. */
export function findNounFaults(tree: Tree, arrows: Readonly<Record<string, readonly string[]>> = nounArrows): string[] {
  const files = productCode(tree).filter(file => file.startsWith('server/src/'));
  const links = linkFiles(tree, files);
  const faults = findFoundationFaults(links);
  for (const [file, targets] of links) {
    const noun = nounOf(file);
    for (const target of targets) {
      const other = nounOf(target);
      if (other === undefined || other === noun) continue;
      if (noun !== undefined && !usable(noun, arrows).includes(other))
        faults.push(
          `${file} imports ${target}: ${noun} may not use ${other}. Instead: have it handed in by the files that put the server together, or add the arrow to checks/nouns.ts and ARCHITECTURE.md if it closes no circle.`,
        );
      if (isStore(target))
        faults.push(
          `${file} imports ${target}: the stores of ${other} are private. Instead: use or add a function of its rules in server/src/${other}/, or of its queries (<what>-queries.ts).`,
        );
    }
  }
  return faults;
}
