// Flat illustrations on 100 × 100 units, in colours of the palette.
import type { VectorPart } from 'contract/artwork/artwork.ts';
import { burst, circle, curve, ellipse, leaf, polygon, rect } from './outline.ts';

type Picture = (a: string, b: string, c: string) => VectorPart[];

export const coffeeCup: Picture = (body, drink, steam) => [
  {
    path:
      curve([
        [38, 26],
        [34, 18],
        [42, 12],
        [38, 4],
      ]) +
      curve([
        [54, 26],
        [50, 18],
        [58, 12],
        [54, 4],
      ]),
    stroke: steam,
    strokeWidth: 3.5,
  },
  { path: 'M74 44c22-6 24 26 0 26', stroke: body, strokeWidth: 6 },
  { path: 'M16 36H78V62C78 78 66 86 54 86H40C28 86 16 78 16 62Z', fill: body },
  { path: ellipse(47, 37, 29, 6), fill: drink },
  { path: rect(8, 90, 80, 5, 2.5), fill: body },
];

export const croissant: Picture = (crust, shade) => [
  {
    path: 'M6 70C2 44 22 20 52 20C80 20 98 42 95 68C94 74 86 75 83 69C76 56 64 50 50 50C36 50 26 57 18 71C15 76 7 76 6 70Z',
    fill: crust,
  },
  {
    path: 'M34 23C28 34 30 44 38 52M52 20C50 30 50 40 51 50M70 25C74 35 71 46 63 52M18 40C20 48 22 54 26 60M86 42C83 50 79 55 76 58',
    stroke: shade,
    strokeWidth: 3.4,
  },
];

export const loaf: Picture = (crust, shade, flour) => [
  { path: 'M6 62C4 40 26 26 50 26C74 26 96 40 94 62C93 74 84 78 74 78H26C16 78 7 74 6 62Z', fill: crust },
  { path: leaf(24, 66, 30, 8, -62) + leaf(42, 66, 34, 8, -66) + leaf(60, 66, 34, 8, -66), fill: flour },
  { path: 'M10 68Q50 84 90 68', stroke: shade, strokeWidth: 2.5 },
];

export const noodleBowl: Picture = (bowl, noodles, steam) => [
  {
    path:
      curve([
        [34, 34],
        [30, 24],
        [38, 16],
        [34, 6],
      ]) +
      curve([
        [52, 30],
        [48, 20],
        [56, 12],
        [52, 2],
      ]),
    stroke: steam,
    strokeWidth: 3.5,
  },
  { path: ellipse(50, 48, 42, 11), fill: noodles },
  { path: 'M16 48q8-9 16 0t16 0t16 0t16 0M22 53q8-8 16 0t16 0t16 0', stroke: bowl, strokeWidth: 2 },
  { path: circle(66, 46, 6), fill: steam },
  { path: 'M6 50H94C92 74 76 88 64 90V95H36V90C24 88 8 74 6 50Z', fill: bowl },
  { path: 'M58 46L92 8M65 47L97 14', stroke: noodles, strokeWidth: 3 },
];

export const cake: Picture = (body, cream, flame) => [
  { path: 'M48 16h4v18h-4Z', fill: cream },
  { path: 'M50 2C56 8 56 15 50 16C44 15 44 8 50 2Z', fill: flame },
  { path: rect(24, 34, 52, 22, 4), fill: body },
  { path: rect(12, 56, 76, 32, 4), fill: body },
  {
    path: 'M24 36q0-3 4-3h44q4 0 4 3v7c0 6-8 6-8 0c0 8-9 8-9 0c0 6-9 6-9 0c0 9-9 9-9 0c0 6-8 6-8 1c0 5-9 4-9-1Z',
    fill: cream,
  },
  {
    path: 'M12 60q0-4 4-4h68q4 0 4 4v6c0 7-9 7-9 0c0 9-10 9-10 0c0 7-9 7-9 0c0 9-10 9-10 0c0 7-10 7-10 0c0 9-10 9-10 0c0 7-9 7-9 0c0 6-9 6-9 0Z',
    fill: cream,
  },
  { path: rect(4, 88, 92, 5, 2.5), fill: flame },
];

export const cat: Picture = (fur, inner, eyes) => [
  { path: 'M72 88C96 92 96 62 84 56', stroke: fur, strokeWidth: 7 },
  { path: 'M22 92C20 68 30 56 50 56C70 56 80 68 78 92Z', fill: fur },
  { path: 'M20 44L18 10L38 22Q50 18 62 22L82 10L80 44C80 60 66 68 50 68C34 68 20 60 20 44Z', fill: fur },
  { path: 'M24 20L26 34L34 26ZM76 20L74 34L66 26Z', fill: inner },
  { path: ellipse(38, 43, 4.5, 6) + ellipse(62, 43, 4.5, 6), fill: eyes },
  { path: 'M46 52L54 52L50 57Z', fill: inner },
  {
    path: 'M50 57Q46 62 41 59M50 57Q54 62 59 59M30 54L12 50M30 57L12 60M70 54L88 50M70 57L88 60',
    stroke: inner,
    strokeWidth: 1.6,
  },
];

export const dog: Picture = (fur, ear, nose) => [
  { path: 'M22 96C22 74 34 64 50 64C66 64 78 74 78 96Z', fill: fur },
  { path: 'M22 40C22 20 34 10 50 10C66 10 78 20 78 40C78 58 66 72 50 72C34 72 22 58 22 40Z', fill: fur },
  { path: 'M28 16C12 16 6 34 12 52C20 56 26 46 27 36ZM72 16C88 16 94 34 88 52C80 56 74 46 73 36Z', fill: ear },
  { path: circle(39, 38, 4) + circle(61, 38, 4) + ellipse(50, 50, 7, 5), fill: nose },
  { path: 'M50 55V60M50 60Q43 66 38 61M50 60Q57 66 62 61', stroke: nose, strokeWidth: 2.4 },
];

export const lantern = (body: string, gold: string): VectorPart[] => [
  { path: 'M50 2V16M50 76V84', stroke: gold, strokeWidth: 2.5 },
  { path: ellipse(50, 46, 38, 29), fill: body },
  {
    path: 'M50 17C30 26 30 66 50 75C70 66 70 26 50 17M50 17C14 24 14 68 50 75C86 68 86 24 50 17',
    stroke: gold,
    strokeWidth: 1.8,
    opacity: 0.8,
  },
  { path: rect(34, 13, 32, 7, 2) + rect(34, 72, 32, 7, 2), fill: gold },
  { path: 'M44 82V98M50 82V100M56 82V98', stroke: gold, strokeWidth: 2 },
];

export const vinyl: Picture = (disc, groove, label) => [
  { path: circle(50, 50, 48), fill: disc },
  { path: [43, 38, 33, 28].map(r => circle(50, 50, r)).join(''), stroke: groove, strokeWidth: 0.8 },
  { path: circle(50, 50, 19), fill: label },
  { path: circle(50, 50, 3), fill: disc },
];

export const pottedPlant: Picture = (leaves, pot, shade) => [
  { path: 'M50 66V30', stroke: leaves, strokeWidth: 3 },
  {
    path:
      leaf(50, 62, 44, 13, -140) +
      leaf(50, 62, 44, 13, -40) +
      leaf(50, 50, 42, 12, -118) +
      leaf(50, 50, 42, 12, -62) +
      leaf(50, 40, 38, 11, -90),
    fill: leaves,
  },
  { path: 'M26 62H74L68 96H32Z', fill: pot },
  { path: rect(22, 58, 56, 10, 2), fill: shade },
];

export const sneaker: Picture = (upper, sole, lace) => [
  { path: 'M4 40C10 46 22 46 28 36L50 52C60 60 92 58 96 72V78H4Z', fill: upper },
  { path: 'M2 76H97Q99 88 88 88H12Q2 88 2 76Z', fill: sole },
  { path: 'M36 48L44 40M43 53L51 45M50 58L58 50M14 60Q34 60 44 72', stroke: lace, strokeWidth: 3 },
];

export const tulips: Picture = (petals, stems, second) => [
  { path: 'M50 98V46M50 98Q32 82 30 54M50 98Q68 82 70 54', stroke: stems, strokeWidth: 3 },
  { path: leaf(50, 96, 42, 9, -128) + leaf(50, 96, 42, 9, -52), fill: stems },
  { path: 'M38 22L44 30L50 16L56 30L62 22V40Q62 50 50 50Q38 50 38 40Z', fill: petals },
  {
    path: 'M18 34L24 42L30 28L36 42L42 34V48Q42 58 30 58Q18 58 18 48ZM58 34L64 42L70 28L76 42L82 34V48Q82 58 70 58Q58 58 58 48Z',
    fill: second,
  },
];

export const orange: Picture = (peel, flesh, lines) => [
  { path: circle(50, 50, 48), fill: peel },
  { path: circle(50, 50, 41), fill: flesh },
  {
    path: Array.from({ length: 8 }, (_, index) => leaf(50, 50, 37, 15, index * 45)).join(''),
    fill: lines,
  },
];

export const moonCake = (crust: string, mark: string): VectorPart[] => [
  {
    path:
      Array.from({ length: 12 }, (_, i) =>
        circle(50 + Math.cos((i / 12) * 6.2832) * 38, 50 + Math.sin((i / 12) * 6.2832) * 38, 11),
      ).join('') + circle(50, 50, 40),
    fill: crust,
  },
  { path: circle(50, 50, 33) + circle(50, 50, 29), stroke: mark, strokeWidth: 1.8 },
  {
    path: Array.from({ length: 6 }, (_, i) => leaf(50, 50, 24, 9, i * 60)).join('') + circle(50, 50, 5),
    stroke: mark,
    strokeWidth: 2,
  },
];

export const pineTree: Picture = (green, trunk, snow) => [
  { path: rect(45, 80, 10, 16), fill: trunk },
  { path: 'M50 4L70 34H60L78 58H64L86 84H14L36 58H22L40 34H30Z', fill: green },
  { path: 'M50 4L58 16Q50 22 42 16Z', fill: snow },
];

export const bookStack: Picture = (a, b, c) => [
  { path: rect(14, 72, 76, 18, 3), fill: a },
  { path: rect(20, 52, 66, 18, 3), fill: b },
  { path: rect(10, 32, 70, 18, 3), fill: c },
  { path: rect(24, 76, 58, 2.5) + rect(24, 83, 58, 2.5), fill: b },
  { path: rect(28, 59, 30, 3), fill: a },
  { path: rect(62, 32, 5, 18), fill: a },
  { path: 'M28 30C28 14 40 10 46 4C52 14 48 26 42 30Z', fill: a },
];

export const gift: Picture = (body, ribbon, lid) => [
  { path: rect(14, 46, 72, 48, 3), fill: body },
  { path: rect(8, 30, 84, 18, 3), fill: lid },
  { path: rect(43, 30, 14, 64), fill: ribbon },
  {
    path: 'M50 30C34 32 22 24 26 14C31 4 46 14 50 30C54 14 69 4 74 14C78 24 66 32 50 30Z',
    stroke: ribbon,
    strokeWidth: 6,
  },
];

export const house: Picture = (wall, roof, door) => [
  { path: rect(66, 16, 10, 22), fill: roof },
  { path: rect(18, 44, 64, 48), fill: wall },
  { path: 'M6 48L50 12L94 48L88 54L50 23L12 54Z', fill: roof },
  { path: `${rect(42, 62, 18, 30, 2)}${rect(25, 56, 11, 14)}${rect(66, 56, 11, 14)}`, fill: door },
];

export const fish: Picture = (body, fin, eye) => [
  { path: 'M8 50C22 26 52 24 72 46L94 30Q88 50 94 70L72 54C52 76 22 74 8 50Z', fill: body },
  { path: 'M40 34Q50 18 62 26L58 38ZM42 66Q50 80 60 74L56 62Z', fill: fin },
  { path: 'M34 38Q42 50 34 62M46 40Q54 50 46 60M57 43Q63 50 57 57', stroke: fin, strokeWidth: 2.4 },
  { path: circle(22, 46, 3.4), fill: eye },
];

export const hotPot: Picture = (pot, broth, second) => [
  { path: 'M4 46H18M82 46H96', stroke: pot, strokeWidth: 6 },
  { path: ellipse(50, 44, 36, 13), fill: broth },
  { path: 'M50 31C40 38 60 48 50 57C74 56 86 50 86 44C86 37 70 31 50 31Z', fill: second },
  { path: 'M14 44C14 58 32 60 50 60C68 60 86 58 86 44V58C86 78 72 86 50 86C28 86 14 78 14 58Z', fill: pot },
  { path: circle(34, 42, 3.4) + circle(42, 48, 2.6) + circle(66, 43, 3.4) + circle(58, 39, 2.4), fill: pot },
  { path: 'M30 92H70', stroke: second, strokeWidth: 5 },
];

export const balloon: Picture = (body, stripe, basket) => [
  { path: 'M38 76L42 86M62 76L58 86', stroke: basket, strokeWidth: 1.6 },
  { path: 'M50 4C72 4 86 20 86 40C86 58 68 70 62 78H38C32 70 14 58 14 40C14 20 28 4 50 4Z', fill: body },
  { path: 'M50 4C62 4 68 22 68 40C68 58 58 70 56 78H44C42 70 32 58 32 40C32 22 38 4 50 4Z', fill: stripe },
  { path: rect(41, 85, 18, 12, 2), fill: basket },
];

export const trophy: Picture = (cup, base, star) => [
  { path: 'M26 16C6 16 6 44 30 46M74 16C94 16 94 44 70 46', stroke: cup, strokeWidth: 6 },
  { path: 'M24 8H76V34C76 52 64 60 50 60C36 60 24 52 24 34Z', fill: cup },
  { path: `${rect(46, 58, 8, 18)}${rect(30, 76, 40, 8, 2)}${rect(24, 84, 52, 10, 2)}`, fill: base },
  { path: burst(50, 32, 5, 14, 6), fill: star },
];

export const plumBranch: Picture = (wood, petals, hearts) => {
  const flowers = [
    [30, 34, 11],
    [52, 20, 9],
    [66, 44, 12],
    [84, 28, 8],
    [44, 56, 8],
  ] as const;
  return [
    {
      path: 'M0 78Q26 70 40 46T96 16M40 46Q60 54 74 40M22 66Q24 48 30 36M62 31Q56 24 52 20',
      stroke: wood,
      strokeWidth: 3.4,
    },
    {
      path: flowers
        .flatMap(([x, y, r]) =>
          [0, 1, 2, 3, 4].map(i =>
            circle(x + Math.cos(i * 1.2566 - 1.57) * r * 0.55, y + Math.sin(i * 1.2566 - 1.57) * r * 0.55, r * 0.46),
          ),
        )
        .join(''),
      fill: petals,
    },
    { path: flowers.map(([x, y, r]) => circle(x, y, r * 0.22)).join(''), fill: hearts },
  ];
};

export const guitar: Picture = (body, hole, neck) => [
  {
    path: polygon([
      [57, 40],
      [88, 6],
      [94, 12],
      [62, 45],
    ]),
    fill: neck,
  },
  {
    path: 'M58 36C70 42 70 52 60 58C56 62 58 70 52 80C44 94 22 96 12 86C2 76 6 56 20 48C30 44 36 46 40 40C46 32 52 32 58 36Z',
    fill: body,
  },
  { path: circle(38, 62, 9), fill: hole },
  { path: 'M20 72L28 80', stroke: hole, strokeWidth: 4 },
];
