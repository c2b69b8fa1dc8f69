// Drawing by OpenAI's images API.
import type { DrawQuestion } from 'contract/asked-servers.ts';
import { asPng, type DrawJob, NoPicture, post, readJson, send, textsOf } from './draw-calls.ts';

/** The listed size with the nearest aspect ratio. */
function nearestSize(sizes: readonly (readonly [number, number])[], { width, height }: DrawQuestion): string {
  const apart = ([w, h]: readonly [number, number]) => Math.abs(Math.log(w / h / (width / height)));
  return [...sizes].sort((a, b) => apart(a) - apart(b))[0]!.join('x');
}

const fixedSizes: readonly (readonly [RegExp, readonly (readonly [number, number])[]])[] = [
  [
    /^gpt-image/,
    [
      [1024, 1024],
      [1536, 1024],
      [1024, 1536],
    ],
  ],
  [
    /^dall-e-3/,
    [
      [1024, 1024],
      [1792, 1024],
      [1024, 1792],
    ],
  ],
  [/^dall-e-2/, [[1024, 1024]]],
];

/** POST /images/generations, or /images/edits as a form if there is a start picture. */
export async function drawByOpenai(job: DrawJob): Promise<string[]> {
  const { server, question, start, mask } = job;
  const { model } = server;
  const { prompt, negativePrompt, count } = question;
  const sizes = fixedSizes.find(([known]) => known.test(model))?.[1];
  const fields = {
    model,
    prompt: negativePrompt ? `${prompt}\nDo not show: ${negativePrompt}` : prompt,
    size: sizes ? nearestSize(sizes, question) : `${question.width}x${question.height}`,
    // Newer models always return the picture itself and reject the field.
    ...(!model.startsWith('gpt-image') && { response_format: 'b64_json' }),
  };
  const ask = async (n: number) => {
    if (!start) return post(job, '/images/generations', { ...fields, n });
    const form = new FormData();
    for (const [name, value] of Object.entries({ ...fields, n: String(n) })) form.append(name, value);
    form.append('image', asPng(start), 'start.png');
    if (mask) form.append('mask', asPng(mask), 'mask.png');
    return readJson(await send(job, '/images/edits', { method: 'POST', body: form }));
  };
  const images: string[] = [];
  // dall-e-3 draws only one picture per call.
  const each = model.startsWith('dall-e-3') ? 1 : count;
  while (images.length < count) {
    const { data } = await ask(each);
    const drawn = textsOf(Array.isArray(data) ? data.map(one => (one as { b64_json?: unknown }).b64_json) : []);
    if (drawn.length === 0) throw new NoPicture(0, 'an answer holds no picture');
    images.push(...drawn);
  }
  return images.slice(0, count);
}
