// `npm run new-tool <name>`: writes the folder of a new tool. It compiles at once and fails the checks until everything in it is completed.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeTemplates } from './tool-templates.ts';

const namePattern = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
const maxLineLength = 120;

/** The reason why a tool cannot be created, printed to the caller. */
export class NewToolRefused extends Error {}

export const toCamel = (name: string): string =>
  name.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** The catalogue with one more tool at its end. Throws if it does not have the expected form. */
export function addToCatalogue(text: string, name: string): string {
  const list = /(const catalogue = )\[([^\]]*)\] as const;/.exec(text);
  const imports = [...text.matchAll(/^import .*;\n/gm)].map(([line]) => line);
  const last = imports.at(-1);
  if (!list || !last) throw new Error('tools/index.ts has another shape than this script knows');
  const added = `import { ${toCamel(name)} } from './${name}/contract.ts';\n`;
  const own = [...imports.filter(line => line.includes("'./")), added].sort((a, b) => comparePaths(a, b));
  const others = imports.filter(line => !line.includes("'./"));
  const names = [...(list[2] ?? '').split(',').map(one => one.trim()), toCamel(name)].filter(Boolean);
  const oneLine = `${list[1]}[${names.join(', ')}] as const;`;
  const manyLines = `${list[1]}[\n${names.map(one => `  ${one},\n`).join('')}] as const;`;
  const start = text.indexOf(imports[0] ?? '');
  const head = text.slice(0, start) + [...others, ...own].join('');
  const tail = text.slice(text.indexOf(last) + last.length);
  return head + tail.replace(list[0], oneLine.length <= maxLineLength ? oneLine : manyLines);
}

const pathOf = (line: string) => /from '([^']+)'/.exec(line)?.[1] ?? '';
const comparePaths = (a: string, b: string) => (pathOf(a) < pathOf(b) ? -1 : 1);

/** Writes the tool's files below `root` and lists the tool. Returns the paths; throws NewToolRefused before anything is written. */
export function writeTool(root: string, name: string): string[] {
  if (!namePattern.test(name))
    throw new NewToolRefused(`"${name}" is no name for a tool: use kebab case, as in up-scale for /editor/upScale.`);
  const folder = path.join(root, 'tools', name);
  if (existsSync(folder)) throw new NewToolRefused(`tools/${name} is there already.`);
  const catalogueFile = path.join(root, 'tools', 'index.ts');
  const catalogue = addToCatalogue(readFileSync(catalogueFile, 'utf8'), name);
  const files = Object.entries(writeTemplates(name, toCamel(name)));
  mkdirSync(folder);
  for (const [file, text] of files) writeFileSync(path.join(folder, file), text);
  writeFileSync(catalogueFile, catalogue);
  return files.map(([file]) => `tools/${name}/${file}`);
}

function runCommand(names: readonly string[]): number {
  const [name = ''] = names;
  if (names.length !== 1) {
    console.error('Say which: npm run new-tool <name>, the route in kebab case.');
    return 1;
  }
  try {
    const files = writeTool(path.dirname(path.dirname(fileURLToPath(import.meta.url))), name);
    console.log(`Written, and listed in tools/index.ts:\n${files.map(file => `  ${file}`).join('\n')}`);
    console.log('It is red until it is filled: npx vitest run checks/tools.test.ts says what is missing.');
    return 0;
  } catch (error) {
    if (!(error instanceof NewToolRefused)) throw error;
    console.error(error.message);
    return 1;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = runCommand(process.argv.slice(2));
