// The strings of a sortable strip.
import { defineWords } from 'contract/words.ts';

export const stripWords = defineWords({
  zh: {
    sort: '按名称排序',
    sortBack: '按名称倒序',
    sorted: '已按名称排序',
    sortedBack: '已按名称倒序',
  },
  en: {
    sort: 'Sort by name',
    sortBack: 'Sort by name, Z to A',
    sorted: 'Sorted by name',
    sortedBack: 'Sorted by name, Z to A',
  },
});
