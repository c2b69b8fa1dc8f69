// Measures the value ranges of the layers of the matting network on photographs, and writes engines/matte/shipped-ranges.json: `npm run
// calibrate-cutout`. Run it after the network has changed. docs/decisions/cutout.md explains why a range is not the largest one.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readForShipped } from 'engines/matte/network.ts';
import { loadPlainNetwork, shippedInput } from 'engines/matte/shipped-network.ts';
import { joinPieces, type Layer, makeLayer, readLayer } from 'engines/model/layers.ts';
import { openModel } from 'engines/model/model.ts';
import { readFields, writeMessage, writeNumber, writeText } from 'engines/model/protobuf.ts';
import { sharp } from 'engines/sharp.ts';
import { photos } from '../bench/photos.ts';

const inModel = { graph: 7 };
const inGraph = { node: 1, output: 12 };
const names = [
  ...(['chair', 'friendsSofa', 'friendsDark', 'friendsStairs', 'womanRed', 'manCap', 'iceCream'] as const),
  ...(['strawberries', 'scissors', 'phone', 'map', 'telephone', 'baboon', 'peaks'] as const),
];
/** Quantile of the photographs' extremes, in ascending order, that is chosen as the range. */
const chosenShare = 0.35;

const parts = ['ReduceMin', 'ReduceMax'] as const;

/** Values that may be quantised to bytes: the inputs of convolutions, and the concatenated and added values before them. */
function findMeasurable(layers: readonly Layer[]): string[] {
  const readers = Map.groupBy(
    layers.flatMap(layer => layer.inputs.map(name => ({ name, layer }))),
    ({ name }) => name,
  );
  const readersOf = (name: string): Layer[] =>
    (readers.get(name) ?? []).flatMap(({ layer }) =>
      // Neither operator changes the range of a value.
      layer.operator === 'Cast' || layer.operator === 'Resize' ? readersOf(layer.outputs[0]!) : [layer],
    );
  const measurable = ['Conv', 'Relu', 'Add', 'Concat'];
  return layers
    .filter(({ operator }) => measurable.includes(operator))
    .map(({ outputs }) => outputs[0]!)
    .filter(name => readersOf(name).some(({ operator }) => ['Conv', 'Concat', 'Add', 'MaxPool'].includes(operator)))
    .filter(name => !readersOf(name).every(({ operator }) => operator === 'Relu'));
}

function measure(bytes: Uint8Array) {
  const fields = [...readFields(bytes)];
  const graph = fields.find(({ number }) => number === inModel.graph)!.body;
  const layers = [...readFields(graph)]
    .filter(({ number }) => number === inGraph.node)
    .map(({ body }) => readLayer(body));
  // Sizes are concatenated, too, from slices of shapes.
  const isSize = ({ inputs }: Layer) =>
    layers.some(({ operator, outputs }) => operator === 'Slice' && inputs.includes(outputs[0]!));
  const measured = [shippedInput, ...findMeasurable(layers.filter(layer => !isSize(layer)))];
  const float = writeMessage(2, writeMessage(1, writeNumber(1, 1)));
  const added = measured.flatMap(name =>
    parts.flatMap(part => [
      ...writeMessage(inGraph.node, [{ bytes: makeLayer(part, [name], `${name}:${part}`, { keepdims: 0 }).bytes }]),
      ...writeMessage(inGraph.output, [...writeText(1, `${name}:${part}`), ...float]),
    ]),
  );
  const whole = fields.flatMap(field =>
    field.number === inModel.graph
      ? writeMessage(inModel.graph, [{ bytes: graph }, ...added])
      : [{ bytes: field.whole }],
  );
  return { measured, bytes: joinPieces(whole) };
}

const { measured, bytes } = measure(await loadPlainNetwork());
const model = await openModel('calibration', async () => bytes);
const found = Object.fromEntries(
  measured.map(name => [name, { ReduceMin: [] as number[], ReduceMax: [] as number[] }]),
);
for (const name of names) {
  const picture = sharp(photos[name]).removeAlpha().toColourspace('srgb').raw();
  const { data, info } = await picture.toBuffer({ resolveWithObject: true });
  const seen = readForShipped({ data, width: info.width, height: info.height });
  const answers = await model.run({ [shippedInput]: seen });
  for (const [of, extremes] of Object.entries(found))
    for (const part of parts) extremes[part].push(answers[`${of}:${part}`]!.data[0]!);
  console.log(name);
}
const choose = (sizes: readonly number[]) => sizes.toSorted((a, b) => a - b)[Math.floor(sizes.length * chosenShare)]!;
const ranges = Object.fromEntries(
  Object.entries(found).map(([name, { ReduceMin: low, ReduceMax: high }]) => [
    name,
    [-choose(low.map(value => -value)), choose(high)].map(value => Number(value.toPrecision(4))),
  ]),
);
// The range of the input is known: -128 to 127, of 256.
ranges[shippedInput] = [-0.5, 127 / 256];
const lines = Object.entries(ranges).map(([name, range]) => `  ${JSON.stringify(name)}: [${range.join(', ')}]`);
await writeFile(path.join(import.meta.dirname, '../engines/matte/shipped-ranges.json'), `{\n${lines.join(',\n')}\n}\n`);
