// Opens networks and keeps the ones in use: the only place that loads onnxruntime, and only when a network is first asked for.
import type { InferenceSession, Tensor } from 'onnxruntime-node';

type Runtime = typeof import('onnxruntime-node');

export interface OpenModelOptions {
  /**
   * A network that fills much of a machine. Only one of them stays open: opening another closes it.
   */
  readonly isHeavy?: boolean;
  /** Cores that one run takes up. A small network does more with one, and with two runs at a time: cores that wait for each other cost double. */
  readonly threads?: number;
}

export interface Model {
  readonly inputNames: readonly string[];
  readonly outputNames: readonly string[];
  /** Shape of the first input as its file says it: numbers, or names of what may vary. */
  readonly inputShape: readonly (number | string)[];
  /** Runs the network. `wanted` names the outputs to compute; without it all are. */
  run(
    inputs: Readonly<Record<string, Floats | Integers>>,
    wanted?: readonly string[],
  ): Promise<Readonly<Record<string, Floats>>>;
}

/** Whole numbers of 64 bits; without dimensions a single one. */
interface Integers {
  readonly data: BigInt64Array;
  readonly dims: readonly number[];
}

/** Numbers in row-major order. */
export interface Floats {
  readonly data: Float32Array;
  readonly dims: readonly number[];
}

const defaultThreads = 2;
const open = new Map<string, { session: InferenceSession; isHeavy: boolean }>();
const opening = new Map<string, Promise<Model>>();
let runtime: Promise<Runtime> | undefined;

const loadRuntime = (): Promise<Runtime> => {
  runtime ??= import('onnxruntime-node').then(module => (module as unknown as { default?: Runtime }).default ?? module);
  return runtime;
};

function shapeOf(session: InferenceSession): readonly (number | string)[] {
  const [first] = session.inputMetadata;
  return first && 'shape' in first ? first.shape : [];
}

function wrap(session: InferenceSession, ort: Runtime): Model {
  return {
    inputNames: session.inputNames,
    outputNames: session.outputNames,
    inputShape: shapeOf(session),
    async run(inputs, wanted = session.outputNames) {
      const feeds = Object.fromEntries(
        Object.entries(inputs).map(([name, { data, dims }]) => [
          name,
          data instanceof BigInt64Array ? new ort.Tensor('int64', data, dims) : new ort.Tensor('float32', data, dims),
        ]),
      );
      const results = await session.run(feeds, wanted);
      return Object.fromEntries(
        wanted.map(name => {
          const tensor = results[name] as Tensor;
          return [name, { data: tensor.data as Float32Array, dims: tensor.dims }];
        }),
      );
    },
  };
}

/**
 * The network called `key`, opened once per process. `load` answers its file, as a path or as bytes. Throws what onnxruntime throws when
 * the file is no network it can run.
 */
export function openModel(
  key: string,
  load: () => Promise<string | Uint8Array>,
  { isHeavy = false, threads = defaultThreads }: OpenModelOptions = {},
): Promise<Model> {
  const known = opening.get(key);
  if (known) return known;
  const model = openNew(key, load, { isHeavy, threads });
  opening.set(key, model);
  model.catch(() => opening.delete(key));
  return model;
}

async function openNew(
  key: string,
  load: () => Promise<string | Uint8Array>,
  { isHeavy, threads }: Required<OpenModelOptions>,
): Promise<Model> {
  if (isHeavy) await closeHeavyOthers(key);
  const ort = await loadRuntime();
  const source = await load();
  const options: InferenceSession.SessionOptions = {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    graphOptimizationLevel: 'all',
    // The arena keeps every peak for ever: 0.8 GB with the cutout network.
    enableCpuMemArena: false,
    logSeverityLevel: 3,
    // Threads that spin while they wait for work take it from others: a sixth of the cutout network's time on a busy machine.
    extra: { session: { intra_op: { allow_spinning: '0' } } },
  };
  const session = await (typeof source === 'string'
    ? ort.InferenceSession.create(source, options)
    : ort.InferenceSession.create(source, options));
  const model = wrap(session, ort);
  open.set(key, { session, isHeavy });
  return model;
}

async function closeHeavyOthers(key: string): Promise<void> {
  for (const [other, { session, isHeavy }] of open) {
    if (!isHeavy || other === key) continue;
    open.delete(other);
    opening.delete(other);
    await session.release();
  }
}
