// The strings of links to guides and to the assistant, where users look for help.
import { defineWords } from 'contract/words.ts';

export const toolHelpWords = defineWords({
  zh: {
    askAssistant: '没有找到答案？问智能助手',
    wholeGuide: '查看完整教程',
    guides: '每个工具怎么用',
    picture: '“{title}”的界面',
  },
  en: {
    askAssistant: 'Didn’t find an answer? Ask the assistant',
    wholeGuide: 'See the whole guide',
    guides: 'How to use each tool',
    picture: 'The page of {title}',
  },
});
