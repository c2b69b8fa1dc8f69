// Keeps of the packages with MAXIM networks only what engines/maxim reads: the weights of the stages in use, and the nodes that name them. Plain
// JavaScript, like trim-packages.mjs, which calls it.
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const root = 'StatefulPartitionedCall/jax2tf_apply_/Wrapper/backbone/';
const weightsFile = 'weights.bin';
const bytesOf = { float32: 4, int32: 4, float16: 2 };

function* listWeights(folder, manifest) {
  for (const { paths, weights } of manifest) {
    const bytes = Buffer.concat(paths.map(name => readFileSync(path.join(folder, name))));
    let at = 0;
    for (const entry of weights) {
      const count = entry.shape.reduce((product, side) => product * side, 1);
      const size = count * bytesOf[entry.quantization?.dtype ?? entry.dtype];
      yield { entry, bytes: bytes.subarray(at, at + size) };
      at += size;
    }
  }
}

/** Does nothing if the package is missing or already slim. The description is written last, so that an interrupted run is repeated by the next one. */
export function slimMaxim(folder, stages) {
  const description = path.join(folder, 'model.json');
  if (!existsSync(description)) return;
  const { modelTopology, weightsManifest } = JSON.parse(readFileSync(description, 'utf8'));
  if (weightsManifest[0].paths[0] === weightsFile) return;
  const weights = [...listWeights(folder, weightsManifest)];
  const stored = new Set(weights.map(({ entry }) => entry.name));
  const node = modelTopology.node
    .filter(({ name, input = [] }) => name.startsWith(root) && input.some(one => stored.has(one)))
    .filter(({ name }) => Number(/^stage_(\d)_/.exec(name.slice(root.length))?.[1] ?? 0) < stages)
    .map(({ name, op, input }) => ({ name, op, input }));
  const used = new Set(node.flatMap(({ input }) => input));
  const kept = weights.filter(({ entry }) => used.has(entry.name));
  writeFileSync(path.join(folder, weightsFile), Buffer.concat(kept.map(({ bytes }) => bytes)));
  const slim = {
    modelTopology: { node },
    weightsManifest: [{ paths: [weightsFile], weights: kept.map(({ entry }) => entry) }],
  };
  writeFileSync(`${description}.new`, JSON.stringify(slim));
  renameSync(`${description}.new`, description);
  for (const name of readdirSync(folder)) if (/^group\d+-shard/.test(name)) rmSync(path.join(folder, name));
}
