// The words of logging in.
import { defineWords } from 'contract/words.ts';

export const loginWords = defineWords({
  zh: {
    title: '登录',
    close: '关闭',
    notOpen: '这台服务器还没有开放登录。',
    worksWithout: '这里的全部工具不登录也能用，没有次数限制，结果可以直接下载。',
    goOn: '继续使用',
    seeTools: '去用工具',
  },
  en: {
    title: 'Log in',
    close: 'Close',
    notOpen: 'Logging in is not open on this server yet.',
    worksWithout: 'Every tool here works without it, as often as you like, and results can be downloaded directly.',
    goOn: 'Go on without',
    seeTools: 'See the tools',
  },
});
