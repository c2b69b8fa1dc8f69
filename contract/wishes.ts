// What people want done: a deed and a thing, such as `remove subtitles`. Tools say in their help which wishes they fulfil; the assistant knows what
// people call each of them in both languages.

/** What is to be done. Some say all by themselves, such as `cutout`. */
export const deeds = [
  'add',
  'animate',
  'blur',
  'compress',
  'convert',
  'crop',
  'cutout',
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

/** What it is done to, or what is to come out. */
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

/** One of them, or two that belong together: a deed done to a thing, or a thing of another. */
export type WishName = Deed | Thing | `${Deed | Thing} ${Deed | Thing}`;
