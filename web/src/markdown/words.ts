// The strings around a Markdown text.
import { defineWords } from 'contract/words.ts';

export const markdownWords = defineWords({
  zh: { copy: '复制', copied: '已复制', copyFailed: '复制失败，请选中后手动复制' },
  en: { copy: 'Copy', copied: 'Copied', copyFailed: 'Couldn’t copy. Select the text and copy it manually' },
});
