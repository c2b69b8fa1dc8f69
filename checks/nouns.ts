// The nouns of the server: which may use which, that no arrows run in a circle, and that a noun's store is its own.
import { linkFiles } from './syntax.ts';
import { productCode, type Tree } from './tree.ts';

/** Folders of server/src that every noun may use. What they may use themselves stands in the list below as well. */
const layers = ['adapters', 'http'];

/** Noun → the nouns it may use. ARCHITECTURE.md draws the same lines, and a test keeps the two equal. */
export const nounArrows: Readonly<Record<string, readonly string[]>> = {
  accounts: ['captcha', 'limits', 'objects', 'orders', 'points', 'secrets', 'tasks'],
  adapters: ['objects', 'tasks'],
  admin: [
    'accounts',
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
  bulletins: [],
  captcha: ['limits'],
  chat: ['content', 'limits'],
  content: ['bulletins', 'dictionaries', 'links', 'sandbox', 'tasks'],
  coupons: ['plans'],
  dictionaries: [],
  http: ['content'],
  limits: [],
  links: ['objects', 'tasks'],
  objects: [],
  orders: ['coupons', 'plans', 'points'],
  plans: [],
  points: ['dictionaries'],
  retention: ['accounts', 'admin', 'captcha', 'limits', 'objects', 'points', 'tasks', 'wechat'],
  sandbox: ['orders', 'wechat'],
  secrets: [],
  tasks: ['dictionaries', 'limits', 'objects', 'points'],
  uploads: ['dictionaries', 'limits', 'objects', 'tasks'],
  wechat: ['accounts', 'limits'],
  work: ['links', 'objects', 'tasks'],
};

/** A noun whose store is all it has: others use it directly. */
const isWholeNoun = /^server\/src\/secrets\/store\.ts$/;
const storeFile = /^server\/src\/[a-z-]+\/([a-z-]+-)?store\.ts$/;

/** The folder of server/src that a file is in; undefined for files outside, and for those that put the server together. */
const nounOf = (file: string): string | undefined => /^server\/src\/([a-z-]+)\//.exec(file)?.[1];

/** The lines of the drawing in ARCHITECTURE.md. */
export const drawArrows = (arrows: Readonly<Record<string, readonly string[]>>): string[] =>
  Object.entries(arrows)
    .filter(([, used]) => used.length > 0)
    .map(([noun, used]) => `${noun} → ${used.join(', ')}`);

/** Circles among the allowed arrows, each as the path around it. Layers lie below the nouns and are left out. */
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
    for (const next of arrows[noun] ?? []) if (!layers.includes(next)) walk(next, [...path, noun]);
    done.add(noun);
  };
  for (const noun of Object.keys(arrows)) if (!layers.includes(noun)) walk(noun, []);
  return circles;
}

/** One message for every import between nouns that is not in the list, and for every import of another noun's store. */
export function findNounFaults(tree: Tree, arrows: Readonly<Record<string, readonly string[]>> = nounArrows): string[] {
  const files = productCode(tree).filter(file => file.startsWith('server/src/'));
  const faults: string[] = [];
  for (const [file, targets] of linkFiles(tree, files)) {
    const noun = nounOf(file);
    for (const target of targets) {
      const other = nounOf(target);
      if (noun === undefined || other === undefined || other === noun) continue;
      const isAllowed = layers.includes(other) || arrows[noun]?.includes(other);
      if (!isAllowed)
        faults.push(
          `${file} imports ${target}: ${noun} may not use ${other}. Instead: have it handed in by the files that put the server together, or add the arrow to checks/nouns.ts and ARCHITECTURE.md if it closes no circle.`,
        );
      if (storeFile.test(target) && !isWholeNoun.test(target))
        faults.push(
          `${file} imports ${target}: the store of ${other} is private. Instead: use or add a function of its rules in server/src/${other}/.`,
        );
    }
  }
  return faults;
}
