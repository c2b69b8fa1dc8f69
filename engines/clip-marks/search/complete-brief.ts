// Completes marks that are shown for some time only by what the network sees of them in the mean picture of that time: before a camera that stands still
// nothing tells an icon from the scene but the picture itself.
import { areaOf, growBox, intersect } from '../boxes.ts';
import type { Box } from '../patch.ts';
import { averageFrames, toPicture } from './mean-picture.ts';
import type { SampledClip } from './sampled-clip.ts';
import { seeLogos } from './see-logos.ts';
import { framesIn, isBrief, type Placed } from './share-stays.ts';

/** Distances in heights of a mark at which an icon belongs to it, and the share of the icon that must lie within them. */
const beside = { across: 1.6, down: 0.5, within: 0.8 };
/** A mark grows by at least this share of its height on a side: what the network sees is not as tight as the writing. */
const minGrowth = 0.4;
/** So many marks are completed; each takes about 0.02 s of CPU. */
const most = 24;

/** Returns a box that reaches as far as another one on those sides on which that is clearly further. */
function extend({ x, y, w, h }: Box, icon: Box): Box {
  const reach = (own: number, other: number) => (other - own >= minGrowth * h ? other : own);
  const [left, top] = [-reach(-x, -icon.x), -reach(-y, -icon.y)];
  return { x: left, y: top, w: reach(x + w, icon.x + icon.w) - left, h: reach(y + h, icon.y + icon.h) - top };
}

/** Returns the finds of a clip in the same order, those that are shown for some time with the icons beside them. */
export async function completeBrief<Find extends Placed>(finds: readonly Find[], clip: SampledClip): Promise<Find[]> {
  const whole = [...finds];
  for (const [k, find] of finds.entries()) {
    if (k >= most || !isBrief(find, clip)) continue;
    const shown = new Set(framesIn(clip, find));
    if (shown.size === 0) continue;
    const logos = await seeLogos(toPicture(averageFrames(clip, frame => (shown.has(frame) ? 1 : 0))));
    const around = growBox(find.box, beside.across * find.box.h, beside.down * find.box.h);
    const icons = logos.map(({ box }) => box).filter(box => intersect(box, around) >= beside.within * areaOf(box));
    whole[k] = { ...find, box: icons.reduce(extend, find.box) };
  }
  return whole;
}
