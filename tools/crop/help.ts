// Help for cropping: steps and questions.
import { defineHelp } from 'contract/help.ts';

export const help = defineHelp({
  wishes: ['crop', 'rotate'],
  zh: {
    steps: [
      '拖入、粘贴或选择一张或多张图片',
      '拖动裁剪框或它的边角；也可以先选比例，再旋转、翻转、拉直',
      '点击裁剪，然后下载',
    ],
    questions: [
      {
        question: '多张图片怎样一起裁剪？',
        answer:
          '裁剪框按图片的宽高比例记录，会用在每一张图片上。选了比例，每张都裁成这个比例；尺寸相同的图片，裁下的部分完全一致。',
      },
      { question: '拉直后四角会留白吗？', answer: '不会。画面会自动收进一点，四角始终有内容。' },
      {
        question: '能用键盘操作吗？',
        answer: '能。用 Tab 选中裁剪框或某个边角，再按方向键移动；按住 Shift 每次移动得更多。',
      },
    ],
  },
  en: {
    steps: [
      'Drop, paste or choose one or more images',
      'Drag the crop or its edges and corners; choose a ratio first if you like, and rotate, flip or straighten',
      'Crop, then download',
    ],
    questions: [
      {
        question: 'How are several images cropped together?',
        answer:
          'The crop is applied to every image in proportion to its width and height. With a ratio, each image is cropped to that ratio. Images of the same size are cropped to exactly the same part.',
      },
      {
        question: 'Does straightening leave empty corners?',
        answer: 'No. The crop gets a little smaller, so that every corner is filled.',
      },
      {
        question: 'Can I crop with the keyboard?',
        answer:
          'Yes. Press Tab to reach the crop, an edge or a corner, and use the arrow keys; hold Shift for larger steps.',
      },
    ],
  },
});
