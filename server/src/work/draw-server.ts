// Requests pictures from a drawing server: OpenAI's images API, Stable Diffusion WebUI, or ComfyUI (docs/decisions/drawing-servers.md).
import type { ServerAnswer } from 'contract/run.ts';
import { drawByComfy } from './draw-by-comfy.ts';
import { drawByOpenai } from './draw-by-openai.ts';
import { drawByWebui } from './draw-by-webui.ts';
import { type DrawJob, NoPicture } from './draw-calls.ts';

/** A rise that is worth a message. */
const minRise = 0.005;

const protocols = { openai: drawByOpenai, sdwebui: drawByWebui, comfyui: drawByComfy } as const;

/** Passes on what rises, and nothing that is no fraction. */
function onlyRising(onProgress: DrawJob['onProgress']): DrawJob['onProgress'] {
  let highest = 0;
  return fraction => {
    if (!(fraction >= highest + minRise && fraction <= 1)) return;
    highest = fraction;
    onProgress(fraction);
  };
}

/** Returns `{images}` in base64. Status 451 is a policy refusal, and 0 a failure, dropped connection or timeout. */
export async function drawByServer(job: DrawJob): Promise<ServerAnswer> {
  try {
    const images = await protocols[job.server.kind]({ ...job, onProgress: onlyRising(job.onProgress) });
    if (images.length === 0) throw new NoPicture(0, 'an answer holds no picture');
    return { status: 200, body: JSON.stringify({ images }) };
  } catch (error) {
    return { status: error instanceof NoPicture ? error.status : 0, body: String(error) };
  }
}
