// The graph that ComfyUI gets where the operator has no workflow of their own: a checkpoint, two prompts, a sampler.
import type { DrawQuestion } from 'contract/asked-servers.ts';
import type { ComfyGraph } from '../adapters/comfy-workflow.ts';

const steps = 25;
const guidance = 7;

/** The names under which ComfyUI knows what was uploaded. */
interface UploadedNames {
  readonly start: string | undefined;
  readonly mask: string | undefined;
}

export interface GraphWish {
  readonly question: DrawQuestion;
  readonly model: string;
  readonly names: UploadedNames;
}

export function writeGraph({ question, model, names }: GraphWish): ComfyGraph {
  const { prompt, negativePrompt, width, height, count, seed, strength } = question;
  const node = (class_type: string, inputs: Record<string, unknown>) => ({ class_type, inputs });
  const masked: ComfyGraph = names.mask
    ? {
        // The node inverts the channel "alpha": its mask covers what is transparent.
        mask: node('LoadImageMask', { image: names.mask, channel: 'alpha' }),
        masked: node('SetLatentNoiseMask', { samples: ['encoded', 0], mask: ['mask', 0] }),
      }
    : {};
  const latent: ComfyGraph = names.start
    ? {
        start: node('LoadImage', { image: names.start }),
        scaled: node('ImageScale', { image: ['start', 0], upscale_method: 'lanczos', width, height, crop: 'center' }),
        encoded: node('VAEEncode', { pixels: ['scaled', 0], vae: ['model', 2] }),
        ...masked,
        latent: node('RepeatLatentBatch', { samples: [names.mask ? 'masked' : 'encoded', 0], amount: count }),
      }
    : { latent: node('EmptyLatentImage', { width, height, batch_size: count }) };
  return {
    model: node('CheckpointLoaderSimple', { ckpt_name: model }),
    wanted: node('CLIPTextEncode', { text: prompt, clip: ['model', 1] }),
    unwanted: node('CLIPTextEncode', { text: negativePrompt, clip: ['model', 1] }),
    ...latent,
    sampled: node('KSampler', {
      model: ['model', 0],
      positive: ['wanted', 0],
      negative: ['unwanted', 0],
      latent_image: ['latent', 0],
      seed,
      steps,
      cfg: guidance,
      sampler_name: 'euler',
      scheduler: 'normal',
      denoise: names.start ? (strength ?? 0.6) : 1,
    }),
    decoded: node('VAEDecode', { samples: ['sampled', 0], vae: ['model', 2] }),
    saved: node('SaveImage', { images: ['decoded', 0], filename_prefix: 'drawing' }),
  };
}
