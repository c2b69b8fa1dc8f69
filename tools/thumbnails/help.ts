// Help for thumbnails: steps and questions.
import { defineHelp } from 'contract/help.ts';

export const help = defineHelp({
  wishes: ['platforms', 'resize platforms', 'crop platforms'],
  zh: {
    steps: [
      '放入一张或多张图片。',
      '勾选要用的平台尺寸，最多 20 个；没有的可以自己添加。',
      '看预览：智能裁剪会保住人脸和主体；不满意就改成“手动”，在图上点一下要保留的位置。',
      '选格式，点击生成，然后单个保存或整包下载。',
    ],
    questions: [
      {
        question: '智能裁剪看的是什么？',
        answer:
          '先找人脸，脸最重要，能不裁就不裁；再看颜色、细节和肤色突出的地方。物体无法识别，遇到特殊构图可以改为手动。',
      },
      {
        question: '图片比要求的尺寸小怎么办？',
        answer: '会放大到要求的尺寸，并提示可能不够清晰。需要更清晰可以先用“图片放大”。',
      },
      {
        question: '平台改了尺寸怎么办？',
        answer: '平台会调整推荐尺寸，列表会不定期更新；任何时候都可以添加自己的尺寸。',
      },
    ],
  },
  en: {
    steps: [
      'Add one or more images.',
      'Select the sizes you need, 20 at most. Add your own if a size is missing.',
      'Look at the preview: the smart crop keeps faces and subjects. If it isn’t right, switch to “Manual” and click what to keep.',
      'Choose a format, make them, and save one file or all of them as a zip.',
    ],
    questions: [
      {
        question: 'What does the smart crop look at?',
        answer:
          'Faces come first and are kept whole wherever possible, then colors, detail and skin that stand out. Objects aren’t recognized, so set unusual compositions by hand.',
      },
      {
        question: 'What if the image is smaller than a size?',
        answer:
          'It is enlarged, and the page says that it may look soft. Enlarge it with “Image Enlarger” first for better results.',
      },
      {
        question: 'What if a platform changes its sizes?',
        answer: 'The list is updated from time to time, and you can add any size yourself.',
      },
    ],
  },
});
