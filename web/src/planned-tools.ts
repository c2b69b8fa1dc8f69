// Tools that are not built yet, and pages that show their name themselves, by their routes. A built tool is named by its words alone: these names
// are part of the first load.
import type { Sentence } from 'contract/words.ts';

export const plannedTools = {
  '/editor/imageEditor': { zh: '图片编辑', en: 'Image Editor' },
  '/editor/design': { zh: '设计模板', en: 'Design Templates' },
  '/editor/design/:id': { zh: '设计模板', en: 'Design Template' },
} as const satisfies Record<`/editor/${string}`, Sentence>;
