// Help for AI drawing: steps and questions.
import { defineHelp } from 'contract/help.ts';

export const help = defineHelp({
  wishes: ['draw'],
  zh: {
    steps: [
      '写下想看的画面：有什么、几个、什么颜色、在哪里、什么时间和天气',
      '选画风、比例和张数，也可以添加一张参考图',
      '点“开始绘画”，喜欢的下载下来；不满意就再画一次或换个构图',
    ],
    questions: [
      {
        question: '“内置插画师”是 AI 模型吗？',
        answer:
          '不是。它读懂描述里的事物、数量、颜色、位置、场景、时间和天气，用现成的矢量素材构图，再用选中的画风绘制。没看懂的词会告诉您。站点接入绘画模型后，可以在“绘制方式”里选用模型。',
      },
      { question: '怎样画出同一张画？', answer: '每张画都有种子。填上同一个种子，描述和设置不变，画出来就是同一张。' },
      {
        question: '参考图怎么用？',
        answer: '变化程度低时，画在参考图的画面上；变化程度高时，只取它的配色。',
      },
      { question: '作品会保存多久？', answer: '记录保存在您的浏览器里；图片到期会从服务器删除，请及时下载。' },
    ],
  },
  en: {
    steps: [
      'Describe the image: what is in it, how many, in which color, where, at what time and in what weather',
      'Choose a style, a shape and how many images; a start image is optional',
      'Press Draw and download what you like; otherwise draw again or vary it',
    ],
    questions: [
      {
        question: 'Is the built-in illustrator an AI model?',
        answer:
          'No. It reads the things, numbers, colors, places, times and weather you name, composes them from vector art, and paints them in the chosen style. The page shows words that weren’t understood. If this site has an AI model, you can choose it under “Drawn by”.',
      },
      {
        question: 'How do I get the same image again?',
        answer: 'Every image has a seed. With the same seed, prompt and settings it is drawn the same way.',
      },
      {
        question: 'What does a start image do?',
        answer:
          'With little change, new things are drawn into the start image; with much change, only its colors are used.',
      },
      {
        question: 'How long are images kept?',
        answer: 'The list stays in your browser; images are deleted from the server after a while, so download them.',
      },
    ],
  },
});
