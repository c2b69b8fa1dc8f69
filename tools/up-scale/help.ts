// Help for enlargement: steps, and the abilities of its engines.
import { defineHelp } from 'contract/help.ts';

export const help = defineHelp({
  wishes: ['enlarge'],
  zh: {
    steps: [
      '拖入、粘贴或选择一张或多张图片',
      '选择放大倍数；右侧马上显示放大后的尺寸和大约需要的时间',
      '选择图片内容：照片、插画或文字，再点击放大',
      '左右拖动对比原图，满意后下载；多张可以打包下载',
    ],
    questions: [
      {
        question: '“高质量”和“快速”有什么区别？',
        answer:
          '“高质量”会还原更多细节，1200 万像素的照片放大 2 倍大约半分钟；“快速”更快，边缘稍软。两种方式都不会改变画面内容：放大后再缩小，与原图一致。',
      },
      {
        question: '能放大到多大？',
        answer:
          '结果最多 1 亿像素：2500 万像素的照片可以放大 2 倍，600 万像素的可以放大 4 倍，150 万像素的可以放大 8 倍。超出上限的倍数显示为灰色。',
      },
      {
        question: '为什么 8 倍没有比 4 倍更多的细节？',
        answer: '原图里的信息在 4 倍时已经用完，再往上没有新的细节可用，所以 8 倍是在 4 倍的基础上插值得到的。',
      },
      {
        question: 'JPG 的方块和毛边也会被放大吗？',
        answer: '不会。压缩较重的 JPG 会先去掉方块和边缘的毛刺，再放大。',
      },
      {
        question: '它不能做什么？',
        answer:
          '它不会认出人脸或文字再凭空画出来：原图里完全看不清的字和脸，放大后也不会变清楚。先用“图片变清晰”处理模糊的照片，效果更好。',
      },
      {
        question: '透明背景、颜色和拍摄信息会保留吗？',
        answer:
          '会。透明边缘单独放大，没有黑边；颜色配置文件、拍摄时间、相机和署名一起保留，定位和序列号会去掉。16 位图片会变成 8 位，动图只取第一帧。',
      },
    ],
  },
  en: {
    steps: [
      'Drop, paste or choose one or more images',
      'Choose how many times; the size of the result and the time it takes are shown at once',
      'Choose the image type: photo, drawing or text, and enlarge it',
      'Drag to compare with the original, then download; several are saved as one zip',
    ],
    questions: [
      {
        question: 'What is the difference between High quality and Fast?',
        answer:
          'High quality restores more detail; a photo of 12 megapixels takes about half a minute at 2 ×. Fast is quicker, with slightly softer edges. Neither changes what is in the image: scaled back down, the result matches the original.',
      },
      {
        question: 'How large can it get?',
        answer:
          'The result can have 100 megapixels: a photo of 25 megapixels can be enlarged 2 ×, one of 6 megapixels 4 ×, and one of 1.5 megapixels 8 ×. Larger scales are grayed out.',
      },
      {
        question: 'Why does 8 × show no more than 4 ×?',
        answer:
          'At 4 × all detail of the original has been used. Beyond that there is no more to find, so 8 × is only an enlarged 4 ×.',
      },
      {
        question: 'Are the blocks and fringes of a JPG enlarged too?',
        answer: 'No. A heavily compressed JPG is cleaned first: its blocks and the fringes at edges are removed.',
      },
      {
        question: 'What can’t it do?',
        answer:
          'It doesn’t redraw faces or words: details that can’t be made out in the original stay unclear. For a blurry photo, use Image Sharpener first.',
      },
      {
        question: 'Are transparency, colors and photo details kept?',
        answer:
          'Yes. Transparent edges get no dark fringe. Color profile, date, camera and credit are kept; location and serial numbers are removed. 16 bits become 8, and only the first frame of an animation is used.',
      },
    ],
  },
});
