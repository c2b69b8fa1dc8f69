// Requests pictures from a drawing server: OpenAI's images API, Stable Diffusion WebUI, or ComfyUI (docs/decisions/drawing-servers.md).
import type { SentPrompt } from 'contract/asked-servers.ts';
import type { ServerAnswer } from 'contract/run.ts';
import { drawByComfy } from './draw-by-comfy.ts';
import { drawByOpenai } from './draw-by-openai.ts';
import { drawByWebui } from './draw-by-webui.ts';
import { type DrawJob, NoPicture } from './draw-calls.ts';
import { putInEnglish } from './english-prompt.ts';

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

/** In English, if the server wants that. */
async function choosePrompt({ server, question, signal, farewells }: DrawJob): Promise<SentPrompt> {
  const { prompt, negativePrompt } = question;
  if (server.prompts === 'as-written') return { prompt, negativePrompt, by: 'writer', unknown: [] };
  const onFailure = (error: unknown) => farewells.log.warn({ err: error }, 'the chat server translated no prompt');
  return putInEnglish(question, { chat: server.chat, signal, onFailure });
}

/** Returns `{images, sent}`, the images in base64. Status 451 is a policy refusal, and 0 a failure, dropped connection or timeout. */
export async function drawByServer(job: DrawJob): Promise<ServerAnswer> {
  try {
    const sent = await choosePrompt(job);
    const question = { ...job.question, prompt: sent.prompt, negativePrompt: sent.negativePrompt };
    const asked = { ...job, question, onProgress: onlyRising(job.onProgress) };
    const images = await protocols[job.server.kind](asked);
    if (images.length === 0) throw new NoPicture(0, 'an answer holds no picture');
    return { status: 200, body: JSON.stringify({ images, sent }) };
  } catch (error) {
    return { status: error instanceof NoPicture ? error.status : 0, body: String(error) };
  }
}
