// Prints the gzip sizes of what the home page loads at once, of what a tool's page adds when it opens, of what comes with its first file,
// and of all that the editor and a design load until they can be worked on; ends with 1 above the budget. The home page may load 120 KB of
// scripts and styles, an opening tool may add 30 KB, and the editor and designs may load 250 KB, the home page's part included.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const homeBudgetKb = 120;
const toolBudgetKb = 30;
const editorBudgetKb = 250;
const toolPage = 'src/pages/tool-page.tsx';
const dist = join(import.meta.dirname, '../dist');

interface Chunk {
  file: string;
  src?: string;
  imports?: string[];
  css?: string[];
  dynamicImports?: string[];
}

const manifest: Record<string, Chunk> = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'));

/** The files loaded with a chunk: itself, its static imports, and their styles. */
function filesOf(key: string, found = new Set<string>()): Set<string> {
  const chunk = manifest[key];
  if (!chunk) throw new Error(`The build has no ${key}`);
  if (found.has(chunk.file)) return found;
  found.add(chunk.file);
  for (const css of chunk.css ?? []) found.add(css);
  for (const imported of chunk.imports ?? []) filesOf(imported, found);
  return found;
}

/** The chunks that a chunk and its imports may load later. */
function laterOf(key: string, seen = new Set<string>()): string[] {
  if (seen.has(key)) return [];
  seen.add(key);
  const chunk = manifest[key]!;
  const nearby = (chunk.imports ?? []).filter(imported => !home.has(manifest[imported]!.file));
  return [...(chunk.dynamicImports ?? []), ...nearby.flatMap(imported => laterOf(imported, seen))];
}

const kbOf = (files: Iterable<string>) =>
  [...files].reduce((sum, file) => sum + gzipSync(readFileSync(join(dist, file)), { level: 9 }).length, 0) / 1024;
const print = (line: string) => process.stdout.write(`${line}\n`);

// Everything that the page itself names: the entry, the script before the first paint, the tiles' words, the stylesheet.
const html = readFileSync(join(dist, 'index.zh.html'), 'utf8');
const home = filesOf('index.html');
for (const [, file] of html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.(?:js|css))"/g)) home.add(file!);

const homeKb = kbOf(home);
for (const file of home) print(`  ${kbOf([file]).toFixed(1).padStart(6)} KB  ${file}`);
print(`home page: ${homeKb.toFixed(1)} KB gzip of ${homeBudgetKb}`);
let isWithin = homeKb <= homeBudgetKb;

const opened = [...filesOf(toolPage)].filter(file => !home.has(file));
for (const file of opened) print(`  ${kbOf([file]).toFixed(1).padStart(6)} KB  ${file}`);
const openedKb = kbOf(opened);
print(`a tool's page, opened: ${openedKb.toFixed(1)} KB gzip more, of ${toolBudgetKb}`);
isWithin = isWithin && openedKb <= toolBudgetKb;

const isScreen = (key: string) => /tools\/[\w-]+\/screen\.tsx$/.test(key);
for (const screen of Object.keys(manifest).filter(isScreen)) {
  const files = new Set(filesOf(screen));
  for (const later of laterOf(toolPage)) if (!isScreen(later)) filesOf(later, files);
  const added = [...files].filter(file => !home.has(file) && !opened.includes(file));
  print(`${screen.replace(/^.*tools\//, '')}: ${kbOf(added).toFixed(1)} KB gzip more with the first file`);
}
const editor = ['src/editor/engine.ts', 'src/editor/workbench.tsx'];
const editorRoutes = {
  'the editor with a picture': ['src/editor/editor-page.tsx', ...editor],
  'a design': ['src/designs/design-page.tsx', ...editor],
  'the list of designs': ['src/designs/designs-page.tsx'],
};
for (const [name, keys] of Object.entries(editorRoutes)) {
  const files = new Set(home);
  for (const key of keys) filesOf(key, files);
  const kb = kbOf(files);
  print(`${name}: ${kb.toFixed(1)} KB gzip of ${editorBudgetKb}`);
  isWithin = isWithin && kb <= editorBudgetKb;
}
if (!isWithin) process.exitCode = 1;
