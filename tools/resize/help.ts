// Help for resizing: steps and questions.
import { defineHelp } from 'contract/help.ts';

export const help = defineHelp({
  wishes: ['resize'],
  zh: {
    steps: [
      '拖入、粘贴或选择一张或多张图片',
      '选择按像素、百分比或长边修改，填写数值；右侧会显示修改后的尺寸',
      '点击修改尺寸，然后下载',
    ],
    questions: [
      {
        question: '图片会变形吗？',
        answer: '不会。默认保持比例，只填宽或高，另一边自动计算。打开锁后可以分别填写，再选择裁剪或拉伸。',
      },
      { question: '放大后会模糊吗？', answer: '这里的放大只是普通缩放。想要放大后依然清晰，请用“图片放大”。' },
      {
        question: '动图也能改尺寸吗？',
        answer: '能。GIF、WebP、APNG 和 AVIF 动图的每一帧都会修改，播放速度不变；后两种保存为 WebP。',
      },
    ],
  },
  en: {
    steps: [
      'Drop, paste or choose one or more images',
      'Choose pixels, percent or the longest side and enter a number; the new size is shown',
      'Resize, then download',
    ],
    questions: [
      {
        question: 'Will the image be distorted?',
        answer:
          'No. Proportions are kept: enter a width or a height, and the other side follows. Open the lock to enter both, then choose whether to crop or to stretch.',
      },
      {
        question: 'Does enlarging make it blurry?',
        answer: 'Somewhat, yes. To enlarge with crisp detail, use Image Enlarger.',
      },
      {
        question: 'Can animations be resized?',
        answer:
          'Yes. Every frame of an animated GIF, WebP, APNG or AVIF is resized, and its speed stays; the last two are saved as WebP.',
      },
    ],
  },
});
