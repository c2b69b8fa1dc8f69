// The two networks that look at a filling and what lies around it.
import { describeCells, describedCells, describedSide, splitCells } from '../../matte/describe-cells.ts';
import { openHumanNetwork, toPlanar } from '../../model/human-networks.ts';
import type { Pixels } from '../../pixels/plane.ts';

export interface Eye {
  /** See `describeCells`. */
  readonly describe: (picture: Pixels) => Promise<readonly Float32Array[]>;
  /** What it sees around a hole, at each side, relative to the longer side of the hole. */
  readonly margin: number;
}

/** The deepest layer of CenterNet on MobileNetV3, which finds things of COCO's 80 kinds: 480 numbers per cell of 32 pixels. */
const deepest = 'tower_0/extern1/hard_swish/mul_1';

async function describeThings(picture: Pixels): Promise<readonly Float32Array[]> {
  const model = await openHumanNetwork('centernet', describedSide, [deepest]);
  const { output } = await model.run({ input: toPlanar(picture, 0, 1) });
  const { data } = output!;
  const length = data.length / describedCells ** 2;
  return splitCells(length, (cell, number) => data[cell * length + number]!);
}

/** The matting network sees shapes against their ground, and wants them large. */
export const subjectEye: Eye = { describe: describeCells, margin: 0.6 };
/** The detector knows things by what stands around them. */
export const thingEye: Eye = { describe: describeThings, margin: 1.1 };
