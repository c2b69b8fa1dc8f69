// The four colours of the fixture picture: top left, top right, bottom left, bottom right.
export const quarterColours = [
  [220, 40, 40],
  [40, 180, 60],
  [40, 60, 220],
  [230, 210, 50],
] as const;
