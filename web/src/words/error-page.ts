// The words of the pages that stand in for another: broken, not found, not built yet.
import { defineWords } from 'contract/words.ts';

export const errorPageWords = defineWords({
  zh: {
    broken: '这个页面没有加载成功',
    brokenNext: '可能是网络中断，或网站刚刚更新。已上传的文件和处理中的任务不受影响，重新加载即可。',
    reload: '重新加载',
    notFound: '页面不存在',
    notFoundNext: '链接可能写错了，或页面已经移走。',
    toHome: '回到首页',
    toHelp: '查看帮助',
    notBuilt: '这台服务器上还没有「{tool}」',
    notBuiltNext: '它还在制作中。下面这些工具现在就能用：',
  },
  en: {
    broken: 'This page did not load',
    brokenNext:
      'The connection may have dropped, or the site was just updated. Uploaded files and running tasks are not affected; loading again is enough.',
    reload: 'Load again',
    notFound: 'Page does not exist',
    notFoundNext: 'The link may be mistyped, or the page has moved.',
    toHome: 'Back to home',
    toHelp: 'See the help',
    notBuilt: '{tool} is not on this server yet',
    notBuiltNext: 'It is still being made. These tools work now:',
  },
});
