// The operator's own workflows: what is refused and why, and how the words of a workflow are filled in.
import { expect, test } from 'vitest';
import { fillWorkflow, judgeWorkflow, type Workflow } from './comfy-workflow.ts';

const nodes = {
  '3': {
    class_type: 'KSampler',
    inputs: { seed: '%seed%', denoise: '%strength%', steps: 20, positive: ['6', 0], latent_image: ['5', 0] },
  },
  '5': { class_type: 'EmptyLatentImage', inputs: { width: '%width%', height: '%height%', batch_size: '%count%' } },
  '6': { class_type: 'CLIPTextEncode', inputs: { text: 'best quality, %prompt%, %width% wide' } },
  '9': { class_type: 'SaveImage', inputs: { images: ['3', 0], filename_prefix: 'site %date%' } },
};

const judge = (value: unknown) => judgeWorkflow(typeof value === 'string' ? value : JSON.stringify(value));
const values = {
  prompt: 'a cat "%seed%" \\ %negative%',
  negative: 'rain',
  width: 1024,
  height: 768,
  count: 2,
  seed: 7,
  strength: 0.4,
  image: 'in.png',
  mask: 'mask.png',
  model: 'sd.safetensors',
};

test('numbers stay numbers, and a prompt is text whatever it says', () => {
  const workflow = judge(nodes) as Workflow;
  expect([...workflow.words].toSorted()).toEqual(['count', 'height', 'prompt', 'seed', 'strength', 'width']);
  const filled = fillWorkflow(workflow, values);
  expect(filled['3']!.inputs).toEqual({ seed: 7, denoise: 0.4, steps: 20, positive: ['6', 0], latent_image: ['5', 0] });
  expect(filled['5']!.inputs).toEqual({ width: 1024, height: 768, batch_size: 2 });
  expect(filled['6']!.inputs).toEqual({ text: 'best quality, a cat "%seed%" \\ %negative%, 1024 wide' });
  expect(filled['9']!.inputs.filename_prefix).toBe('site %date%');
  expect(workflow.graph['3']!.inputs.seed).toBe('%seed%');
});

const { '6': text, '9': saved, ...rest } = nodes;
const faults: readonly (readonly [string, unknown, RegExp])[] = [
  ['no JSON', '{"3":', /as JSON$/],
  ['a list', [nodes], /as JSON$/],
  ['the format of the page', { nodes: [], links: [], version: 0.4 }, /choose Workflow, Export \(API\)/],
  ['nothing', {}, /API format/],
  ['a request with the workflow in it', { prompt: nodes }, /API format/],
  ['a node without inputs', { '3': { class_type: 'KSampler' } }, /API format/],
  ['a link to nowhere', { ...rest, '9': saved }, /node 3 that takes its input from a node 6, which is not there/],
  ['no place for the prompt', { ...nodes, '6': { ...text, inputs: { text: 'a cat' } } }, /must have %prompt%/],
  ['nothing that saves', { ...rest, '6': text }, /must have a node that saves/],
  [
    'pictures for the websocket alone',
    { ...rest, '6': text, '9': { ...saved, class_type: 'SaveImageWebsocket' } },
    /must have a node that saves/,
  ],
];
test.each(faults)('%s is a fault', (_, value, message) => {
  expect(judge(value)).toMatch(message);
});
