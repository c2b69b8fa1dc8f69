// Help for converting a PDF's pages: steps and questions.
import { defineHelp } from 'contract/help.ts';

export const help = defineHelp({
  wishes: ['split pdf', 'convert pdf', 'extract page', 'page pdf', 'extract pdf'],
  zh: {
    steps: ['拖入或选择一个或多个 PDF', '选择图片格式、清晰度和页码', '点击转换，下载单页，或打包下载全部'],
    questions: [
      {
        question: '清晰度怎么选？',
        answer: '发给别人看选“标准”，打印选“打印”，只在网页上用选“屏幕”。清晰度越高，文件越大。',
      },
      { question: '有密码的 PDF 能转换吗？', answer: '不能。请先用阅读器去掉打开密码。' },
      { question: '一次最多多少页？', answer: '100 页。更长的文件可以填写页码范围，分几次转换。' },
    ],
  },
  en: {
    steps: [
      'Drop or choose one or more PDFs',
      'Choose the format, resolution and pages',
      'Convert, then download single pages or all of them as a ZIP',
    ],
    questions: [
      {
        question: 'Which resolution should I choose?',
        answer: 'Standard for sharing, Print for printing, Screen for web pages. Higher resolution means larger files.',
      },
      {
        question: 'Can I convert a password-protected PDF?',
        answer: 'No. Remove the password in your PDF reader first.',
      },
      {
        question: 'How many pages at a time?',
        answer: '100. For longer documents, enter a page range and convert them in parts.',
      },
    ],
  },
});
