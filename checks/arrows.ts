// Imports go in one direction: contract ← client, engines, ui ← tools ← server, web. Returns every import that does not.
import { mayComputeImports, type PartName, type Place, placeOf, type Rule, rules } from './places.ts';
import { findTarget, type Import, linkFiles, listImports, type Target } from './syntax.ts';
import { isForTests, isProduct, type Tree } from './tree.ts';

type Side = 'tool run' | 'tool screen' | 'tool contract';

const nativeLibrary =
  /^(sharp|libheif-js|onnxruntime-node|@websr\/|@hyzyla\/|@napi-rs\/|@imgly\/|@gutenye\/|@vladmandic\/)/;

/** The sides (run, screen, contract) that reach each file of a tool; the file is judged as a part of all of them. */
function findSides(tree: Tree, product: readonly string[]): Map<string, Set<Side>> {
  const links = linkFiles(tree, product);
  const sides = new Map<string, Set<Side>>();
  const walk = (file: string, side: Side, tool: string) => {
    const known = sides.get(file) ?? new Set();
    if (known.has(side)) return;
    sides.set(file, known.add(side));
    for (const next of links.get(file) ?? []) {
      const place = placeOf(next);
      if (place.part === 'tool part' && place.tool === tool) walk(next, side, tool);
    }
  };
  for (const file of product) {
    const { part, tool } = placeOf(file);
    if (tool && (part === 'tool run' || part === 'tool screen' || part === 'tool contract')) walk(file, part, tool);
  }
  return sides;
}

function readDependencies(tree: Tree, file: string): Set<string> {
  const manifest = JSON.parse(tree.get(`${file.split('/')[0]}/package.json`) ?? '{}');
  const isShipped = placeOf(file).part !== 'web build';
  return new Set(
    Object.keys({
      ...manifest.dependencies,
      ...manifest.optionalDependencies,
      ...(isShipped ? {} : manifest.devDependencies),
    }),
  );
}

function adviseOnFile(from: Place, to: Place, toFile: string): string {
  if (isForTests(toFile)) return 'only tests may use it; move what is needed into a file of the product';
  if (to.part === 'outside') return 'it lies outside the product; move what is needed to where it belongs';
  if (to.tool && from.tool && to.tool !== from.tool)
    return `no tool imports another; copy what is needed, and when a third tool needs it give it a name in engines/ or ui/`;
  if (to.part === 'engines')
    return "only a tool's run and the server do that; let the run do it and hand over its result";
  if (to.part === 'ui') return 'ui/ is for screens; move what both need to contract/';
  if (to.part === 'server')
    return 'speak to the server through a route in contract/routes/, or move the promise to contract/';
  if (to.part === 'web' || to.part === 'web build')
    return 'move what both need to ui/ (a look) or contract/ (a promise)';
  if (to.part === 'catalogue') return 'the web gets the catalogue from virtual:catalogue, all others as an argument';
  if (to.tool && to.tool === from.tool)
    return 'move what both need into a file beside them; a file that only tests use is called test-….ts';
  if (to.tool) return 'turn the arrow round and let the tool hand it in, or move the promise to contract/';
  return 'move what both need to contract/';
}

function judgeFile(rule: Rule, from: Place, toFile: string, isType: boolean): string | undefined {
  const to = placeOf(toFile);
  const isOwnTool = to.tool === undefined || from.tool === undefined || to.tool === from.tool;
  const parts: readonly PartName[] = isType ? [...rule.parts, ...(rule.types ?? [])] : rule.parts;
  const isAllowed = parts.includes(to.part) && isOwnTool && !isForTests(toFile);
  return isAllowed ? undefined : adviseOnFile(from, to, toFile);
}

function judgeTarget(
  rule: Rule,
  file: string,
  target: Target,
  own: ReadonlySet<string>,
  isType: boolean,
): string | undefined {
  if (target.kind === 'file') return judgeFile(rule, placeOf(file), target.path, isType);
  if (target.kind === 'virtual')
    return placeOf(file).part === 'web'
      ? undefined
      : 'modules made by the build exist in web/src alone; take it as an argument';
  if (target.kind === 'node')
    return rule.mayUseNode ? undefined : 'this file also runs in a browser; let engines/ or the server do it';
  const isAllowed = rule.packages === 'own' ? own.has(target.name) : rule.packages.includes(target.name);
  if (isAllowed) return undefined;
  if (nativeLibrary.test(target.name)) return 'only engines/ loads native libraries and models; add a function there';
  if (rule.packages === 'own') {
    const workspace = file.split('/')[0];
    return `${workspace}/package.json does not list it; add it with npm i -w ${workspace}, if it earns its place`;
  }
  return rule.packages.length > 0 ? `only ${rule.packages.join(', ')} may be used here` : 'no package may be used here';
}

function judgeImport(rule: Rule, file: string, found: Import, own: ReadonlySet<string>): string | undefined {
  const named = found.specifier ?? 'a name worked out at run time';
  const say = (advice: string) => `${file}:${found.line} imports ${named}: ${rule.name} may not. Instead: ${advice}.`;
  if (found.isComputed && !isGlobOfWeb(file, named) && !mayComputeImports(file))
    return say(
      'write the name out; only server/src/work/child.ts, server/src/work/remote.ts and web/build/ work one out',
    );
  if (found.specifier === undefined) return undefined;
  const advice = judgeTarget(rule, file, findTarget(file, found.specifier), own, found.isType);
  return advice && say(advice);
}

/** `import.meta.glob` is resolved when the page is built, so nothing is computed at run time. */
const isGlobOfWeb = (file: string, named: string) => file.startsWith('web/src/') && named.includes('/*');

function rulesFor(file: string, sides: ReadonlyMap<string, ReadonlySet<Side>>): Rule[] {
  const { part } = placeOf(file);
  if (part === 'outside') return [];
  const reached = sides.get(file);
  return part === 'tool part' && reached ? [...reached].map(side => rules[side]) : [rules[part]];
}

/** One message for every import of the product that violates the table in places.ts. */
export function findArrowFaults(tree: Tree): string[] {
  const product = [...tree.keys()].filter(file => isProduct(file) && !isForTests(file));
  const sides = findSides(tree, product);
  const faults = product.flatMap(file => {
    const own = readDependencies(tree, file);
    return listImports(file, tree.get(file) ?? '').flatMap(found =>
      rulesFor(file, sides).flatMap(rule => judgeImport(rule, file, found, own) ?? []),
    );
  });
  return [...new Set([...faults, ...findTestFaults(tree)])];
}

/** Tests may use vitest, any engine and test helpers, but must respect the same boundaries otherwise. */
function findTestFaults(tree: Tree): string[] {
  return [...tree.keys()]
    .filter(file => isProduct(file) && isForTests(file))
    .flatMap(file =>
      listImports(file, tree.get(file) ?? '').flatMap(({ specifier, line }) => {
        const target = specifier === undefined ? undefined : findTarget(file, specifier);
        if (target?.kind !== 'file') return [];
        const from = placeOf(file);
        const to = placeOf(target.path);
        const isSide = (place: Place, side: 'server' | 'web') => place.part.startsWith(side);
        // Client and command line are tested against a real server.
        if (/^cli(ent)?\b/.test(from.part) && target.path.startsWith('server/testing/')) return [];
        const crosses = isSide(from, 'server') ? isSide(to, 'web') : !isSide(from, 'server') && isSide(to, 'server');
        const isOtherTool = from.tool !== undefined && to.tool !== undefined && from.tool !== to.tool;
        if (!crosses && !isOtherTool) return [];
        const advice = crosses ? 'test what crosses that wall in e2e/' : adviseOnFile(from, to, target.path);
        return [`${file}:${line} imports ${specifier}: a test may not reach over there. Instead: ${advice}.`];
      }),
    );
}
