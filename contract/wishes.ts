// The vocabulary of requests: a verb and an object, such as `remove subtitles`. Tools list in their help which ones they fulfil; the assistant knows
// the words for each in both languages.

/** What to do. Some are complete requests by themselves, such as `cutout`. */
export const deeds = [
  'add',
  'animate',
  'blur',
  'compress',
  'convert',
  'crop',
  'cutout',
  'denoise',
  'draw',
  'enlarge',
  'expand',
  'extract',
  'merge',
  'mute',
  'protect',
  'read',
  'remove',
  'replace',
  'resize',
  'rotate',
  'save',
  'sharpen',
  'speed',
  'split',
  'transcribe',
  'trim',
] as const;
export type Deed = (typeof deeds)[number];

/** What to do it to, or what should result. */
export const things = [
  'background',
  'cartoon',
  'face',
  'frame',
  'icon',
  'idPhoto',
  'layer',
  'light',
  'link',
  'look',
  'mark',
  'object',
  'page',
  'paper',
  'pdf',
  'person',
  'photos',
  'platforms',
  'poster',
  'product',
  'reading',
  'signature',
  'site',
  'sound',
  'speech',
  'subtitles',
  'text',
  'video',
] as const;
export type Thing = (typeof things)[number];

/** One of them, or two that belong together: a deed and its object, or a thing made from another. */
export type WishName = Deed | Thing | `${Deed | Thing} ${Deed | Thing}`;
