// Style and position of burnt-in subtitles. Lengths are fractions, so that one style suits clips of any size.
import { z } from 'zod';
import { colourSchema } from '../colour.ts';
import { fontWeights } from '../mark/options.ts';

const subtitlePlaces = ['bottom', 'middle', 'top'] as const;

export const subtitleStyle = z.object({
  /** The em, as a fraction of the frame's shorter edge. */
  size: z.number().min(0.02).max(0.2).default(0.06),
  fontWeight: z.literal(fontWeights).default(700),
  /** For text without an explicit colour. */
  color: colourSchema.prefault('#ffffff'),
  /** In ems; 0: none. */
  outlineWidth: z.number().min(0).max(0.2).default(0.07),
  outlineColor: colourSchema.prefault('#000000'),
  /** Opacity of the shadow; 0: none. */
  shadow: z.number().min(0).max(1).default(0.4),
  /** Opacity of a box behind the text; 0: none. */
  box: z.number().min(0).max(1).default(0),
  boxColor: colourSchema.prefault('#000000'),
  place: z.enum(subtitlePlaces).default('bottom'),
  /** From the upper or lower edge, as a fraction of the height. */
  margin: z.number().min(0).max(0.45).default(0.05),
  /** The em of the second language, as a fraction of that of the first. */
  secondSize: z.number().min(0.4).max(1.5).default(0.75),
  secondColor: colourSchema.prefault('#ffffff'),
});
export type SubtitleStyle = z.output<typeof subtitleStyle>;
