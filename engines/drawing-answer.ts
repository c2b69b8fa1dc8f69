// Parses the response of a drawing server into files that nothing has decoded yet. Uses no image library, so the server itself may call it.

import type { SentPrompt } from 'contract/asked-servers.ts';
import { AppError } from 'contract/errors.ts';
import { type MediaName, sniffBytes, sniffMedia } from 'contract/media.ts';
import type { ServerAnswer } from 'contract/run.ts';
import { z } from 'zod';

const sentSchema = z.object({
  prompt: z.string(),
  negativePrompt: z.string(),
  by: z.enum(['writer', 'chat', 'words']),
  unknown: z.array(z.string()),
}) satisfies z.ZodType<SentPrompt>;
const answerSchema = z.object({ images: z.array(z.string()).min(1).max(8), sent: sentSchema.exactOptional() });
const refusedStatus = 451;
/** The types that drawing servers send. Other types that a decoder would accept, above all SVG, are refused. */
const drawingTypes: readonly (MediaName | null)[] = ['png', 'jpg', 'webp'];

/** Whether bytes begin like a picture of these types. */
export const isDrawing = (bytes: Uint8Array): boolean =>
  drawingTypes.includes(sniffMedia(bytes.subarray(0, sniffBytes)));

/** The only error for a failed drawing: any other would be retried and cost the operator a second time. */
export const drawFailed = (cause: unknown): AppError => new AppError('DRAW_FAILED', null, { cause });

interface DrawingAnswer {
  readonly pictures: readonly Buffer[];
  /** Absent where the caller was not told. */
  readonly sent?: SentPrompt;
}

/** Returns the image files of a response, and what was sent for them. Throws DRAW_REFUSED and DRAW_FAILED. */
export function readDrawingAnswer({ status, body }: ServerAnswer): DrawingAnswer {
  if (status === refusedStatus) throw new AppError('DRAW_REFUSED');
  if (status !== 200) throw drawFailed(new Error(`the drawing server answered ${status}: ${body.slice(0, 300)}`));
  try {
    const { images, ...rest } = answerSchema.parse(JSON.parse(body));
    const pictures = images.map(image => Buffer.from(image, 'base64'));
    if (!pictures.every(isDrawing)) throw new Error('the drawing server sent something else than pictures');
    return { pictures, ...rest };
  } catch (cause) {
    throw drawFailed(cause);
  }
}
