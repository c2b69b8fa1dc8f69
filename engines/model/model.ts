// Opens networks and caches the ones in use. The only module that loads onnxruntime, and only when a network is first requested.
import type { InferenceSession, Tensor } from 'onnxruntime-node';
import { loadOnce } from '../load-once.ts';

type Runtime = typeof import('onnxruntime-node');

export interface OpenModelOptions {
  /** A network that needs a large part of the machine's memory. Only one such network stays open: opening another closes it. */
  readonly isHeavy?: boolean;
  /**
   * Intra-op threads of one run. Small networks get more throughput from one thread and two concurrent runs: threads that wait for each other double
   * the cost.
   */
  readonly threads?: number;
}

export interface Model {
  readonly inputNames: readonly string[];
  readonly outputNames: readonly string[];
  /** Shape of the first input as declared in the file: sizes, or names of dynamic dimensions. */
  readonly inputShape: readonly (number | string)[];
  /** Element type of the first input, such as "float32" or "uint8". */
  readonly inputType: string;
  /** Runs the network. `wanted` names the outputs to compute; by default all of them. Outputs of other types become float32. */
  run(
    inputs: Readonly<Record<string, Floats | Integers | Bytes>>,
    wanted?: readonly string[],
  ): Promise<Readonly<Record<string, Floats>>>;
}

/** An int64 tensor; a scalar if it has no dimensions. */
interface Integers {
  readonly data: BigInt64Array;
  readonly dims: readonly number[];
}

/** A uint8 tensor in row-major order. */
export interface Bytes {
  readonly data: Uint8Array;
  readonly dims: readonly number[];
}

/** A float32 tensor in row-major order. */
export interface Floats {
  readonly data: Float32Array;
  readonly dims: readonly number[];
}

const defaultThreads = 2;
interface Open {
  readonly session: InferenceSession;
  readonly isHeavy: boolean;
  /** Its runs that have not ended. */
  readonly running: ReadonlySet<Promise<unknown>>;
}
const open = new Map<string, Open>();
const opening = new Map<string, Promise<Model>>();

const loadRuntime = loadOnce(async (): Promise<Runtime> => {
  const module = await import('onnxruntime-node');
  return (module as unknown as { default?: Runtime }).default ?? module;
});

function describeInput(session: InferenceSession): Pick<Model, 'inputShape' | 'inputType'> {
  const [first] = session.inputMetadata;
  return first?.isTensor ? { inputShape: first.shape, inputType: first.type } : { inputShape: [], inputType: '' };
}

function makeTensor({ Tensor }: Runtime, { data, dims }: Floats | Integers | Bytes): Tensor {
  if (data instanceof BigInt64Array) return new Tensor('int64', data, dims);
  return data instanceof Uint8Array ? new Tensor('uint8', data, dims) : new Tensor('float32', data, dims);
}

function wrap(session: InferenceSession, ort: Runtime, running: Set<Promise<unknown>>): Model {
  return {
    inputNames: session.inputNames,
    outputNames: session.outputNames,
    ...describeInput(session),
    async run(inputs, wanted = session.outputNames) {
      const feeds = Object.fromEntries(Object.entries(inputs).map(([name, input]) => [name, makeTensor(ort, input)]));
      const run = session.run(feeds, wanted);
      running.add(run);
      const results = await run.finally(() => running.delete(run));
      return Object.fromEntries(
        wanted.map(name => {
          const { data, dims } = results[name] as Tensor;
          return [name, { data: data instanceof Float32Array ? data : Float32Array.from(data as Uint8Array), dims }];
        }),
      );
    },
  };
}

/**
 * The network cached under `key`, opened once per process. `load` returns its ONNX file as a path or as bytes. Throws onnxruntime's error if it
 * cannot run the file.
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
    // The arena never returns memory after a peak: 0.8 GB with the cutout network.
    enableCpuMemArena: false,
    logSeverityLevel: 3,
    // Spinning threads take CPU time from other processes: a sixth of the cutout network's time on a busy machine.
    extra: { session: { intra_op: { allow_spinning: '0' } } },
  };
  const session = await (typeof source === 'string'
    ? ort.InferenceSession.create(source, options)
    : ort.InferenceSession.create(source, options));
  const running = new Set<Promise<unknown>>();
  const model = wrap(session, ort, running);
  open.set(key, { session, isHeavy, running });
  return model;
}

async function closeHeavyOthers(key: string): Promise<void> {
  for (const [other, { session, isHeavy, running }] of open) {
    if (!isHeavy || other === key) continue;
    open.delete(other);
    opening.delete(other);
    // The runtime does not document what happens to a run whose session is released.
    while (running.size > 0) await Promise.allSettled(running);
    await session.release();
  }
}
