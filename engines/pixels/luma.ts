// How light a colour looks, as a weighted sum of its levels: by ITU-R BT.601, as video and JPEG files have it, and by BT.709, as screens show it.

export const weights601 = [0.299, 0.587, 0.114] as const;

export const luma601 = (red: number, green: number, blue: number): number => 0.299 * red + 0.587 * green + 0.114 * blue;

export const luma709 = (red: number, green: number, blue: number): number =>
  0.2126 * red + 0.7152 * green + 0.0722 * blue;

/** The green level that, beside these of red and blue, makes a luma of BT.601. */
export const greenOf601 = (luma: number, red: number, blue: number): number =>
  (luma - 0.299 * red - 0.114 * blue) / 0.587;
