// Drawn white things with a known matte: cloth, crockery, paper and packages in soft shading, some with gaps through which the ground shows.
import { sharp } from 'engines/sharp.ts';
import { type KnownMatte, startRandom } from './known-mattes.ts';

const size = 1000;

/** A shade of white: 1 is the thing's own, below it darker. */
type Shade = (lightness: number) => string;

interface Drawing {
  readonly shapes: string;
  /** How strongly cloth folds, 0..1 of the lightness. */
  readonly folds: number;
}

const ramp = (id: string, way: string, stops: readonly (readonly [at: number, lightness: number])[], shade: Shade) =>
  `<linearGradient id="${id}" ${way}>${stops.map(([at, value]) => `<stop offset="${at}" stop-color="${shade(value)}"/>`).join('')}</linearGradient>`;
const across = 'x1="0" y1="0" x2="1" y2="0"';
const down = 'x1="0" y1="0" x2="0.3" y2="1"';
const round = [
  [0, 0.86],
  [0.3, 1],
  [0.62, 0.99],
  [1, 0.82],
] as const;
const flat = [
  [0, 1],
  [1, 0.95],
] as const;

const drawings = {
  shirt: shade => ({
    folds: 0.09,
    shapes: `<defs>${ramp('a', down, flat, shade)}</defs>
      <path d="M365 150Q500 215 635 150L800 215 930 430 815 500 745 400Q735 640 755 880Q500 915 245 880Q265 640 255 400L185 500 70 430 200 215Z" fill="url(#a)"/>
      <path d="M365 150Q500 300 635 150Q500 225 365 150" fill="${shade(0.84)}"/><path d="M365 150Q500 325 635 150M365 150Q500 300 635 150" stroke="${shade(0.88)}" stroke-width="4" fill="none"/>
      <path d="M255 400Q262 330 300 290M745 400Q738 330 700 290" stroke="${shade(0.86)}" stroke-width="4" fill="none"/>`,
  }),
  suit: shade => ({
    folds: 0.06,
    shapes: `<defs>${ramp('a', down, flat, shade)}</defs>
      <path d="M330 160L180 230Q90 300 80 900H920Q910 300 820 230L670 160 500 640Z" fill="#20242e"/>
      <path d="M395 130L335 170 500 660 665 170 605 130Q500 215 395 130" fill="url(#a)"/>
      <path d="M395 130L350 190 445 290 500 200Z" fill="${shade(0.97)}"/><path d="M605 130L650 190 555 290 500 200Z" fill="${shade(0.97)}"/>
      <path d="M470 215H530L545 275 540 640 500 690 460 640 455 275Z" fill="#5b1626"/>
      <path d="M335 170L240 330 300 380 270 420 500 700 665 170M665 170L760 330 700 380 730 420 500 700" fill="none" stroke="#0d1016" stroke-width="6"/>`,
  }),
  cup: shade => ({
    folds: 0.015,
    shapes: `<defs>${ramp('a', across, round, shade)}${ramp(
      'b',
      across,
      [...round].reverse().map(([at, value]) => [1 - at, value - 0.06] as const),
      shade,
    )}</defs>
      <path fill-rule="evenodd" d="M690 380Q930 350 905 540Q880 700 660 690V640Q830 650 850 530Q860 420 690 440Z" fill="${shade(0.93)}"/>
      <path d="M220 300V700Q240 830 460 835Q680 830 700 700V300Z" fill="url(#a)"/><ellipse cx="460" cy="300" rx="240" ry="62" fill="url(#b)"/>
      <ellipse cx="460" cy="318" rx="212" ry="46" fill="#5a3a22"/>`,
  }),
  bowl: shade => ({
    folds: 0.015,
    shapes: `<defs>${ramp('a', across, round, shade)}</defs><path d="M130 400Q150 760 400 800H600Q850 760 870 400Z" fill="url(#a)"/>
      <ellipse cx="500" cy="400" rx="370" ry="105" fill="${shade(0.9)}"/><ellipse cx="500" cy="412" rx="335" ry="84" fill="${shade(0.97)}"/>
      <rect x="400" y="795" width="200" height="30" fill="${shade(0.85)}"/>`,
  }),
  book: shade => ({
    folds: 0.012,
    shapes: `<defs>${ramp(
      'a',
      across,
      [
        [0, 0.99],
        [0.8, 1],
        [1, 0.84],
      ],
      shade,
    )}${ramp(
      'b',
      across,
      [
        [0, 0.84],
        [0.2, 0.99],
        [1, 0.98],
      ],
      shade,
    )}</defs>
      <path d="M80 260L500 290V800L70 760Z" fill="url(#a)"/><path d="M500 290L925 245 935 750 500 800Z" fill="url(#b)"/>
      <path d="M130 330L450 350V560L128 545Z" fill="#4a4f57"/><path d="M560 350L860 318 866 560 562 590Z" fill="#22262b"/><path d="M610 372L740 358 742 560 612 572Z" fill="${shade(0.985)}"/>
      ${[620, 650, 680, 710].map(y => `<path d="M135 ${y - 8}L445 ${y}M565 ${y + 8}L860 ${y - 22}" stroke="#777" stroke-width="5" stroke-dasharray="40 9 66 9 23 8"/>`).join('')}`,
  }),
  bottle: shade => ({
    folds: 0.01,
    shapes: `<defs>${ramp('a', across, round, shade)}</defs><path d="M420 120H580V210Q700 260 700 380V880Q700 910 660 910H340Q300 910 300 880V380Q300 260 420 210Z" fill="url(#a)"/>
      <rect x="425" y="80" width="150" height="100" rx="12" fill="${shade(0.9)}"/><rect x="300" y="480" width="400" height="20" fill="#caa14a"/>
      <path d="M360 560H640M390 610H610M420 650H580" stroke="#3a3a3a" stroke-width="16"/><rect x="300" y="760" width="400" height="12" fill="#caa14a"/>`,
  }),
  box: shade => ({
    folds: 0.01,
    shapes: `<path d="M160 330L520 420V860L160 740Z" fill="${shade(0.97)}"/><path d="M520 420L850 310V700L520 860Z" fill="${shade(0.86)}"/><path d="M160 330L500 230 850 310 520 420Z" fill="${shade(1)}"/>
      <circle cx="330" cy="580" r="70" fill="#c33b2b"/><path d="M230 690L450 750" stroke="#333" stroke-width="12"/>`,
  }),
  ring: shade => ({
    folds: 0.01,
    shapes: `<defs>${ramp(
      'a',
      down,
      [
        [0, 1],
        [1, 0.86],
      ],
      shade,
    )}</defs><path fill-rule="evenodd" d="M500 120A380 380 0 1 0 501 120ZM500 300A200 200 0 1 1 499 300Z" fill="url(#a)"/>
      <path fill-rule="evenodd" d="M500 300A200 200 0 1 0 501 300ZM500 330A170 170 0 1 1 499 330Z" fill="#8d6f4a"/>`,
  }),
  chair: shade => ({
    folds: 0.01,
    shapes: `<defs>${ramp(
      'a',
      down,
      [
        [0, 1],
        [1, 0.88],
      ],
      shade,
    )}</defs><path d="M280 90Q500 60 720 90L700 520H300Z" fill="url(#a)"/><path d="M270 520Q500 480 730 520L760 600Q500 640 240 600Z" fill="${shade(0.95)}"/>
      <g stroke="#9a7348" stroke-width="28" fill="none"><path d="M300 600L240 920M700 600L760 920M400 615L380 860M600 615L620 860"/></g>`,
  }),
  plate: shade => ({
    folds: 0.01,
    shapes: `<defs>${ramp(
      'a',
      down,
      [
        [0, 1],
        [1, 0.9],
      ],
      shade,
    )}</defs><ellipse cx="500" cy="520" rx="430" ry="330" fill="url(#a)"/><ellipse cx="500" cy="520" rx="300" ry="222" fill="${shade(0.97)}"/>
      <ellipse cx="500" cy="520" rx="300" ry="222" fill="none" stroke="${shade(0.88)}" stroke-width="7"/><path d="M370 470Q430 380 520 430Q640 400 650 520Q640 620 520 610Q380 620 370 470" fill="#b5652c"/><circle cx="480" cy="500" r="45" fill="#4c7a2a"/>`,
  }),
} as const satisfies Record<string, (shade: Shade) => Drawing>;

type WhiteThing = keyof typeof drawings;
export const whiteThings = Object.keys(drawings) as readonly WhiteThing[];

/** Smooth noise with a mean of 0 and a standard deviation near 1, in blots of about `size / cells` pixels. */
export async function drawBlots(random: () => number, side: number, cells: number): Promise<Float32Array> {
  const small = Buffer.from(Array.from({ length: cells * cells }, () => Math.floor(random() * 256)));
  const drawn = await sharp(small, { raw: { width: cells, height: cells, channels: 1 } })
    .resize(side, side, { kernel: 'cubic', fit: 'fill' })
    .toColourspace('b-w')
    .raw()
    .toBuffer();
  return Float32Array.from(drawn, value => (value - 127.5) / 60);
}

/** A white thing of `size` pixels squared, whose own colour is [red, green, blue]; the same for the same seed. */
export async function drawWhite(
  thing: WhiteThing,
  colour: readonly [number, number, number],
  seed: number,
): Promise<KnownMatte> {
  const shade: Shade = lightness => `rgb(${colour.map(value => Math.round(value * lightness)).join(',')})`;
  const { shapes, folds } = drawings[thing](shade);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}">${shapes}</svg>`;
  const subject = await sharp(Buffer.from(svg)).ensureAlpha().raw().toBuffer();
  const random = startRandom(seed);
  for (let n = 0; n < 5; n++) random();
  const [wide, fine] = [await drawBlots(random, size, 9), await drawBlots(random, size, 60)];
  for (let i = 0; i < size * size; i++) {
    const light = 1 + folds * (wide[i]! + 0.25 * fine[i]!) - folds / 2;
    for (let k = 0; k < 3; k++)
      subject[i * 4 + k] = Math.min(255, Math.max(0, Math.round(subject[i * 4 + k]! * light)));
  }
  return { width: size, height: size, subject };
}
