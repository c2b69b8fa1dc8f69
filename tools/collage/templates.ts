// Templates of collages: a frame that is split across and down, recursively, into one cell per image.

/** A cell, or a part that is split; the parts of a split share its length in proportion to their weights. */
export interface Part {
  readonly weight: number;
  readonly way?: 'across' | 'down';
  readonly parts?: readonly Part[];
}

const cells = (count: number): Part[] => Array.from({ length: count }, () => ({ weight: 1 }));
const large: Part = { weight: 2 };
const across = (parts: readonly Part[], weight = 1): Part => ({ weight, way: 'across', parts });
const down = (parts: readonly Part[], weight = 1): Part => ({ weight, way: 'down', parts });

/** Builds rows with these numbers of cells. */
export const stackRows = (counts: readonly number[]): Part => down(counts.map(count => across(cells(count))));

const templates = {
  '2-columns': across(cells(2)),
  '2-rows': down(cells(2)),
  '2-left': across([large, ...cells(1)]),
  '2-top': down([large, ...cells(1)]),
  '3-columns': across(cells(3)),
  '3-rows': down(cells(3)),
  '3-left': across([...cells(1), down(cells(2))]),
  '3-right': across([down(cells(2)), ...cells(1)]),
  '3-top': down([...cells(1), across(cells(2))]),
  '3-bottom': down([across(cells(2)), ...cells(1)]),
  '4-left': across([large, down(cells(3))]),
  '4-top': down([large, across(cells(3))]),
  '4-columns': across(cells(4)),
  '4-rows': down(cells(4)),
  '4-turning': down([across([large, ...cells(1)]), across([...cells(1), large])]),
  '5-left': across([large, down(cells(2)), down(cells(2))]),
  '5-top': down([across(cells(2), 3), across(cells(3), 2)]),
  '5-bottom': down([across(cells(3), 2), across(cells(2), 3)]),
  '5-middle': across([down(cells(2)), large, down(cells(2))]),
  '6-corner': down([across([large, down(cells(2))], 2), across(cells(3))]),
  '6-columns': across([down(cells(2)), down(cells(2)), down(cells(2))]),
  '6-rows': stackRows([2, 2, 2]),
  '6-steps': stackRows([1, 2, 3]),
  '7-middle': stackRows([2, 3, 2]),
  '7-top': stackRows([1, 3, 3]),
  '7-wide': stackRows([3, 1, 3]),
  '8-middle': stackRows([3, 2, 3]),
  '8-corner': down([across([large, down(cells(2))], 2), across(cells(3)), across(cells(2))]),
  '8-columns': across([down(cells(2)), down(cells(2)), down(cells(2)), down(cells(2))]),
  '9-corner': down([across([down(cells(2)), large, down(cells(2))], 2), across(cells(4))]),
  '9-rows': stackRows([2, 3, 4]),
} as const satisfies Record<string, Part>;

type TemplateName = keyof typeof templates;
const templateNames = Object.keys(templates) as TemplateName[];
/** scattered: whole images laid down loosely, each in a white frame. */
export const layoutNames = ['grid', 'column', 'row', 'scattered', ...templateNames] as const;
export type LayoutName = (typeof layoutNames)[number];

const countCells = ({ parts }: Part): number => (parts ? parts.reduce((sum, part) => sum + countCells(part), 0) : 1);

/** Returns the template with that name if it is for this number of images. */
export function findTemplate(name: LayoutName, count: number): Part | undefined {
  const template: Part | undefined = (templates as Partial<Record<LayoutName, Part>>)[name];
  return template && countCells(template) === count ? template : undefined;
}

/** Lists the layouts that suit this number of images. */
export const layoutsFor = (count: number): LayoutName[] => [
  'grid',
  ...templateNames.filter(name => findTemplate(name, count)),
  'column',
  'row',
  'scattered',
];
