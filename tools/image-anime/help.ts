// Help for avatar to anime: steps and questions.
import { defineHelp } from 'contract/help.ts';

export const help = defineHelp({
  wishes: ['cartoon', 'replace cartoon', 'convert cartoon'],
  zh: {
    steps: [
      '拖入、粘贴或选择一张照片，最好是正面、光线均匀的人像',
      '点选画风，预览会换成您自己的照片；想做头像就选“方形头像”',
      '背景可以保留、虚化或换成纯色；调整程度和线条，满意后点击绘制，再下载',
    ],
    questions: [
      {
        question: '什么样的照片效果最好？',
        answer: '脸清楚、光线均匀、背景简单的照片最好。合影、宠物和风景也能画；找不到人脸时，整张图用同样的笔触。',
      },
      {
        question: '为什么五官画得比别处细？',
        answer: '系统会找到每一张脸，眼睛、眉毛和嘴用更细的线，皮肤画得更均匀，头发和衣服则概括成大块。',
      },
      {
        question: '成图有多大？',
        answer: '长边最多 1600 像素；较小的照片会放大到约 1000 像素再画，线条更干净。页面上会写出成图的尺寸。',
      },
      {
        question: '这是 AI 画的吗？',
        answer:
          '内置画风不是 AI 模型，同一张照片每次画出来都一样。本站接入动漫模型或 AI 绘画模型后，可以在“绘制方式”里选用，结果旁会写明由谁绘制。',
      },
    ],
  },
  en: {
    steps: [
      'Drop, paste or choose a photo, ideally a portrait in even light',
      'Choose a style and see your own photo in it; for a profile picture choose “Square avatar”',
      'Keep the background, blur it or make it one color; set strength and lines, then draw and download',
    ],
    questions: [
      {
        question: 'Which photos work best?',
        answer:
          'A clear face in even light, in front of a simple background. Groups, pets and landscapes work as well; where no face is found, the whole image is drawn with the same strokes.',
      },
      {
        question: 'Why do faces have more detail than the rest?',
        answer:
          'Every face is found: eyes, brows and mouth get finer lines and the skin becomes even, while hair and clothes become larger shapes.',
      },
      {
        question: 'How large is the result?',
        answer:
          'Its long side is at most 1600 pixels. Smaller photos are enlarged to about 1000 pixels first, so that lines are clean. The page shows the size of the result.',
      },
      {
        question: 'Is it drawn by AI?',
        answer:
          'The built-in styles are not an AI model: they draw the same photo the same way each time. If this site has an anime model or an AI model, you can choose it under “Drawn by”, and the result says which one drew it.',
      },
    ],
  },
});
