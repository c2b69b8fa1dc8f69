// For tests: a whisper.cpp model file with one layer that outputs fixed words for any input.
import { writeFile } from 'node:fs/promises';

/** The vocabulary size of every multilingual model. */
const vocabulary = 51_865;
const tokens = { end: 50_257, start: 50_258, english: 50_259, firstTime: 50_364 } as const;
/** Resolution of timestamp tokens, in seconds. */
const timeStep = 0.02;
/** The start, language and task tokens precede the first output token. */
const promptTokens = 3;

const state = 64;
const melBands = 80;
const audioContext = 1500;
const textContext = 448;
const fourierBins = 201;
/** Large enough that after normalization almost only a token's position in its sentence counts. */
const placeWeight = 100;
const tokenWeight = 3;

const types = { float: 0, half: 1 } as const;

class ModelWriter {
  #chunks: Buffer[] = [];

  integers(...values: readonly number[]): void {
    const chunk = Buffer.alloc(values.length * 4);
    for (const [at, value] of values.entries()) chunk.writeInt32LE(value, at * 4);
    this.#chunks.push(chunk);
  }

  bytes(bytes: Uint8Array): void {
    this.#chunks.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  }

  text(text: string): void {
    this.integers(Buffer.byteLength(text));
    this.#chunks.push(Buffer.from(text));
  }

  /** `shape` starts with the fastest-varying dimension. All zeros if no values are given. */
  tensor(
    name: string,
    shape: readonly number[],
    values?: Float32Array | Float16Array,
    type: keyof typeof types = 'float',
  ): void {
    const count = shape.reduce((product, side) => product * side, 1);
    const bytesEach = type === 'half' ? 2 : 4;
    this.integers(shape.length, Buffer.byteLength(name), types[type], ...shape);
    this.#chunks.push(Buffer.from(name));
    this.bytes(
      values ? new Uint8Array(values.buffer, values.byteOffset, values.byteLength) : new Uint8Array(count * bytesEach),
    );
  }

  finish(): Buffer {
    return Buffer.concat(this.#chunks);
  }
}

/** Attention with its normalization and projections. */
function writeAttention(model: ModelWriter, name: string): void {
  model.tensor(`${name}_ln.weight`, [state]);
  model.tensor(`${name}_ln.bias`, [state]);
  for (const part of ['query', 'key', 'value', 'out']) {
    model.tensor(`${name}.${part}.weight`, [state, state], undefined, 'half');
    if (part !== 'key') model.tensor(`${name}.${part}.bias`, [state]);
  }
}

function writeLayer(model: ModelWriter, name: string, attentions: readonly string[]): void {
  for (const attention of attentions) writeAttention(model, `${name}.${attention}`);
  model.tensor(`${name}.mlp_ln.weight`, [state]);
  model.tensor(`${name}.mlp_ln.bias`, [state]);
  model.tensor(`${name}.mlp.0.weight`, [state, 4 * state], undefined, 'half');
  model.tensor(`${name}.mlp.0.bias`, [4 * state]);
  model.tensor(`${name}.mlp.2.weight`, [4 * state, state], undefined, 'half');
  model.tensor(`${name}.mlp.2.bias`, [state]);
}

/** Writes a model that outputs `words`, timed from 0 to `seconds`. Each word is one token; words inside a sentence begin with a space. */
export async function writeWhisperModel(path: string, words: readonly string[], seconds: number): Promise<void> {
  const model = new ModelWriter();
  // The magic "ggml", then the sizes of the network.
  model.integers(0x67676d6c, vocabulary, audioContext, state, 1, 1, textContext, state, 1, 1, melBands, types.half);
  model.integers(melBands, fourierBins);
  model.bytes(new Uint8Array(melBands * fourierBins * 4));
  // The library looks up the space token; the rest of the vocabulary gets unique names.
  const known = [' ', ...words];
  model.integers(known.length);
  for (const word of known) model.text(word);

  const said = [
    tokens.firstTime,
    ...words.map((_, at) => at + 1),
    tokens.firstTime + Math.round(seconds / timeStep),
    tokens.end,
  ];
  const embedding = new Float16Array(vocabulary * state);
  embedding[tokens.english * state] = tokenWeight;
  for (const [step, token] of said.entries()) embedding[token * state + promptTokens - 1 + step] = tokenWeight;
  const places = new Float32Array(textContext * state);
  for (let place = 0; place < state; place++) places[place * state + place] = placeWeight;

  model.tensor('encoder.positional_embedding', [state, audioContext]);
  model.tensor('encoder.conv1.weight', [3, melBands, state], undefined, 'half');
  model.tensor('encoder.conv1.bias', [1, state]);
  model.tensor('encoder.conv2.weight', [3, state, state], undefined, 'half');
  model.tensor('encoder.conv2.bias', [1, state]);
  model.tensor('encoder.ln_post.weight', [state]);
  model.tensor('encoder.ln_post.bias', [state]);
  writeLayer(model, 'encoder.blocks.0', ['attn']);
  model.tensor('decoder.positional_embedding', [state, textContext], places);
  model.tensor('decoder.token_embedding.weight', [state, vocabulary], embedding, 'half');
  model.tensor('decoder.ln.weight', [state], new Float32Array(state).fill(1));
  model.tensor('decoder.ln.bias', [state]);
  writeLayer(model, 'decoder.blocks.0', ['attn', 'cross_attn']);
  await writeFile(path, model.finish());
}
