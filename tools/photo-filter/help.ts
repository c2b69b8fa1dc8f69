// Help for photo filters: steps and questions.
import { defineHelp } from 'contract/help.ts';

export const help = defineHelp({
  wishes: ['look', 'add look', 'replace look'],
  zh: {
    steps: [
      '拖入、粘贴或选择一张或多张图片',
      '在右侧点选滤镜：每个小图都是您自己的图片套用后的样子',
      '拖动强度，满意后点击套用，再下载',
    ],
    questions: [
      {
        question: '预览和下载的结果一样吗？',
        answer: '一样。预览由同一套代码在浏览器里计算，只是尺寸较小；下载的是原尺寸。',
      },
      {
        question: '会改变图片的尺寸和格式吗？',
        answer: '不会。默认保持原尺寸和原格式，透明部分也保留；也可以另选格式。',
      },
      { question: '动图可以套滤镜吗？', answer: '目前只处理动图的第一帧，页面会提示。' },
    ],
  },
  en: {
    steps: [
      'Drop, paste or choose one or more images',
      'Choose a filter: each thumbnail is your own image with that filter',
      'Adjust the strength, then apply and download',
    ],
    questions: [
      {
        question: 'Is the preview what I will get?',
        answer: 'Yes. It is the same filter at a smaller size; the download has the full size.',
      },
      {
        question: 'Do size and format change?',
        answer: 'No. Both stay as they were, transparency included, unless you choose another format.',
      },
      {
        question: 'Can animations be filtered?',
        answer: 'Only their first frame for now, and the page says so.',
      },
    ],
  },
});
