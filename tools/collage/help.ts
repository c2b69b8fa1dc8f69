// Help for collages: steps and questions.
import { defineHelp } from 'contract/help.ts';

export const help = defineHelp({
  wishes: ['merge photos', 'merge', 'photos'],
  zh: {
    steps: [
      '一次选择或拖入多张图片，最多 30 张',
      '选择版式和比例；拼长图选“竖长图”或“横长图”',
      '拖动图片调整画面，滚轮或加减按钮缩放，拖到另一格交换位置',
      '调整间距、边框、圆角和背景颜色，点击生成并下载',
    ],
    questions: [
      {
        question: '怎么把截图拼成长图？',
        answer: '版式选“竖长图”，间距和边框调到 0。图片会缩放到同样的宽度，从上到下完整拼接，不裁剪。',
      },
      {
        question: '图片的顺序怎么调整？',
        answer: '在下方拖动缩略图，或者把一格里的图片拖到另一格。用键盘时，选中缩略图后按方向键。',
      },
      {
        question: '拼图会变模糊吗？',
        answer: '不会放大到超过原图。要最清晰的结果，在“输出”里把尺寸选为“原图”。',
      },
      { question: '预览和下载的结果一样吗？', answer: '一样。裁剪位置、间距和圆角都与预览相同，只是更清晰。' },
      {
        question: '会把人的头裁掉吗？',
        answer: '会先找到人脸，让脸和头发完整地留在格子里。低头、背对或很小的脸可能找不到，这时拖动图片即可。',
      },
    ],
  },
  en: {
    steps: [
      'Choose or drop several images at once, up to 30',
      'Pick a layout and an aspect ratio; for one long image, pick Vertical or Horizontal',
      'Drag an image to move it in its cell, scroll or use the buttons to zoom, drop it on another cell to swap them',
      'Set spacing, border, corners and background, then create and download the collage',
    ],
    questions: [
      {
        question: 'How do I join screenshots into one long image?',
        answer:
          'Pick Vertical and set spacing and border to 0. The images get the same width and are joined from top to bottom, whole and without cropping.',
      },
      {
        question: 'How do I change the order?',
        answer:
          'Drag the thumbnails below the preview, or drop an image on another cell. With the keyboard, select a thumbnail and use the arrow keys.',
      },
      {
        question: 'Does a collage look blurry?',
        answer: 'Images are not enlarged beyond their own pixels. For the sharpest result, choose Full under Output.',
      },
      {
        question: 'Is the download the same as the preview?',
        answer: 'Yes. Positions, spacing and corners are the same, only sharper.',
      },
      {
        question: 'Are heads cut off?',
        answer:
          'Faces are found first and kept whole in their cells, with the hair. Faces that look down or away, or are very small, may not be found; drag the image then.',
      },
    ],
  },
});
