// The strings of a page that crashed or failed to load. They are part of the first load, because nothing can be fetched then.
import { defineWords } from 'contract/words.ts';

export const brokenPageWords = defineWords({
  zh: {
    broken: '页面加载失败',
    brokenNext: '可能是网络中断，或网站刚刚更新。您的文件和任务不受影响，重新加载即可。',
    reload: '重新加载',
  },
  en: {
    broken: 'This page didn’t load',
    brokenNext:
      'The connection may have dropped, or the site was just updated. Your files and tasks are safe; reload to continue.',
    reload: 'Reload',
  },
});
