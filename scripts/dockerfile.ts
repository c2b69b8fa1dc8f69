// Reads the Dockerfile: its stages, each with the steps that make it. Knows the instructions that ours has, and refuses others.

export type Step =
  | { readonly kind: 'RUN'; readonly command: string }
  | {
      readonly kind: 'COPY';
      readonly from: string | undefined;
      readonly sources: readonly string[];
      readonly target: string;
    }
  | { readonly kind: 'ENV'; readonly values: Readonly<Record<string, string>> }
  | { readonly kind: 'WORKDIR' | 'USER' | 'ARG' | 'VOLUME' | 'EXPOSE'; readonly value: string }
  | { readonly kind: 'HEALTHCHECK' | 'ENTRYPOINT' | 'CMD'; readonly words: readonly string[] };

export interface Stage {
  readonly name: string;
  /** Another stage, or an image. */
  readonly base: string;
  readonly steps: readonly Step[];
}

/** One instruction a line, without comments. */
const joinLines = (text: string): string[] =>
  text
    .split('\n')
    .filter(line => !/^\s*#/.test(line))
    .join('\n')
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .map(line => line.trim())
    .filter(Boolean);

function readCopy(rest: string): Step {
  const words = rest.split(/\s+/);
  const from = words[0]?.startsWith('--from=') ? words.shift()?.slice('--from='.length) : undefined;
  const target = words.pop() ?? '';
  if (words.length === 0 || words.some(word => word.startsWith('--')))
    throw new Error(`COPY ${rest} is not understood`);
  return { kind: 'COPY', from, sources: words, target };
}

const readPairs = (rest: string): Record<string, string> =>
  Object.fromEntries(
    rest.split(/\s+/).map(pair => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
  );

function readStep(line: string): Step {
  const [, kind = '', rest = ''] = /^(\w+)\s+(.*)$/.exec(line) ?? [];
  if (kind === 'RUN') return { kind, command: rest };
  if (kind === 'COPY') return readCopy(rest);
  if (kind === 'ENV') return { kind, values: readPairs(rest) };
  if (kind === 'WORKDIR' || kind === 'USER' || kind === 'ARG' || kind === 'VOLUME' || kind === 'EXPOSE')
    return { kind, value: rest };
  if (kind === 'HEALTHCHECK' || kind === 'ENTRYPOINT' || kind === 'CMD')
    return { kind, words: JSON.parse(rest.slice(rest.indexOf('['))) };
  throw new Error(`${line} is not understood`);
}

export function readDockerfile(text: string): Stage[] {
  const stages: { name: string; base: string; steps: Step[] }[] = [];
  for (const line of joinLines(text)) {
    const [, base, name] = /^FROM (\S+)(?: AS (\S+))?$/.exec(line) ?? [];
    if (base) stages.push({ name: name ?? 'last', base, steps: [] });
    else stages.at(-1)?.steps.push(readStep(line));
  }
  return stages;
}

/** A stage and those that it is made of, from the image on. */
export function stepsOf(stages: readonly Stage[], name: string): Step[] {
  const stage = stages.find(each => each.name === name);
  if (!stage) return [];
  return [...stepsOf(stages, stage.base), ...stage.steps];
}

/** The last value of each switch that the steps set. */
export const environmentOf = (steps: readonly Step[]): Record<string, string> =>
  Object.assign({}, ...steps.map(step => (step.kind === 'ENV' ? step.values : {})));
