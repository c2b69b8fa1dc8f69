// Decompression bombs through the first call of every tool that accepts pictures, and through avatars.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { AppError } from 'contract/errors.ts';
import { tools } from 'tools/index.ts';
import { readResidentBytes } from '../server/src/work/memory.ts';
import type { Runner } from '../server/src/work/runner.ts';
import { controlOf, megabyte, openCells } from '../server/testing/cells.ts';
import { type Bomb, gatherBombs } from './hostile-bomb-files.ts';
import type { Line } from './report.ts';

const patienceMs = 5000;
const maxResidentMegabytes = 1536;
/** The required options of a call, apart from the picture. */
const neededOptions: Readonly<Record<string, Record<string, unknown>>> = {
  'image-converter': { format: 'webp' },
  'inpaint-image': { coordinates: [{ x: 0, y: 0, w: 6, h: 4 }] },
  'mark-image': { markType: 'text', markContent: 'Mark' },
  certified: { spec: 'cn-1-inch' },
};

interface Route {
  readonly name: string;
  readonly module: string;
  readonly call: string;
  readonly field: string;
  readonly isList: boolean;
  readonly options: Record<string, unknown>;
  /** A model or a deconvolution may take minutes for a picture within the limits, so it only gets what the converter refused. */
  readonly isSlow: boolean;
}

/** The modules through which the bombs go, the converter first, each with a call and options that make it open them. */
function listRoutes(): Route[] {
  const routes = tools
    .filter(tool => tool.calls[0]?.inputs[0]?.accept.some(type => type === 'png'))
    .map(tool => {
      const call = tool.calls[0]!;
      const { field, many } = call.inputs[0]!;
      return {
        name: tool.name as string,
        module: `tools/${tool.name}/run.ts`,
        call: call.name as string,
        field: field as string,
        isList: Boolean(many),
        options: call.options.parse(neededOptions[tool.name] ?? {}) as Record<string, unknown>,
        isSlow: call.lane !== 'image' || tool.name === 'quality',
      };
    })
    .sort((a, b) => Number(b.name === 'image-converter') - Number(a.name === 'image-converter'));
  const module = new URL('../server/src/accounts/avatar-run.ts', import.meta.url).href;
  const avatars = {
    name: 'avatars',
    module,
    call: 'draw',
    field: 'picture',
    isList: false,
    options: {},
    isSlow: false,
  };
  return [...routes, avatars];
}

const largestChild = (): number => {
  const lists = readdirSync('/proc/self/task').map(task => readFileSync(`/proc/self/task/${task}/children`, 'utf8'));
  return Math.max(
    0,
    ...lists.flatMap(list => list.split(' ').filter(Boolean)).map(pid => readResidentBytes(Number(pid))),
  );
};

async function throwBomb(runner: Runner, cells: Awaited<ReturnType<typeof openCells>>, route: Route, bomb: Bomb) {
  const { module, call, field, isList, options } = route;
  const assignment = cells.assign({ module, call, options });
  const file = path.join(assignment.home, `bomb.${bomb.type}`);
  writeFileSync(file, bomb.bytes);
  const input = { path: file, name: 'bomb', bytes: bomb.bytes.length, type: bomb.type };
  const full = { ...assignment, inputs: isList ? {} : { [field]: input }, lists: isList ? { [field]: [input] } : {} };
  let startedAt = 0;
  const control = controlOf({
    deadlineMs: 60_000,
    onBegin: () => {
      startedAt = performance.now();
    },
  });
  const said = await runner.run(full, control).then(
    () => 'done',
    (error: Error) => (error instanceof AppError ? error.code : `fault: ${error.message}`),
  );
  return { said, ms: performance.now() - startedAt };
}

export async function measureBombs(): Promise<Line[]> {
  const bombs = await gatherBombs();
  const cells = await openCells();
  const refused = new Set<Bomb>();
  const lines: Line[] = [];
  for (const route of listRoutes()) {
    const thrown = bombs.filter(bomb => !route.isSlow || refused.has(bomb));
    const pool = cells.openPool({ maxBytes: 3072 * megabyte, restBytes: 300 * megabyte, maxAssignments: 100 }, null);
    await pool.run(cells.assign({ module: route.module, call: 'none' }), controlOf()).catch(() => undefined);
    let peak = 0;
    let top = 0;
    let slowest = 0;
    const bad: string[] = [];
    const watch = setInterval(() => {
      peak = Math.max(peak, largestChild());
    }, 10);
    for (const bomb of thrown) {
      peak = 0;
      const { said, ms } = await throwBomb(pool, cells, route, bomb);
      if (route.name === 'image-converter' && said !== 'done') refused.add(bomb);
      const megabytes = peak / megabyte;
      // A picture within the limits is processed like any other; the time limit applies to refusals only.
      const isHeavy = (said !== 'done' && ms > patienceMs) || megabytes > maxResidentMegabytes;
      if (said !== 'done') slowest = Math.max(slowest, ms);
      if (isHeavy || said.startsWith('fault'))
        bad.push(`${bomb.type} ${bomb.name}: ${said}, ${Math.round(ms)} ms, ${Math.round(megabytes)} MB`);
      top = Math.max(top, megabytes);
    }
    clearInterval(watch);
    await pool.close();
    for (const line of bad) console.log(`  ${route.name}: ${line}`);
    lines.push({
      what: `${thrown.length} SVG and container bombs through ${route.name}`,
      ours: `slowest refusal ${(slowest / 1000).toFixed(1)} s, largest child ${Math.round(top)} MB, ${bad.length} beyond`,
      rival: '–',
      aim: '≤ 5 s, ≤ 1,536 MB each',
      isMet: bad.length === 0,
    });
  }
  cells.close();
  return lines;
}
