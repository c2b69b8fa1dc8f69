// Tools that are not available yet, and pages that show their own name, by route. Available tools are not listed, because these names are part of the
// first load.
import type { Sentence } from 'contract/words.ts';

export const plannedTools = {
  '/editor/imageEditor': { zh: '图片编辑', en: 'Image Editor' },
  '/editor/design': { zh: '设计模板', en: 'Design Templates' },
  '/editor/design/:id': { zh: '设计模板', en: 'Design Template' },
} as const satisfies Record<`/editor/${string}`, Sentence>;
