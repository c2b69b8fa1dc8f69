// Help for enlargement: steps, and the abilities of its engines.
import { defineHelp } from 'contract/help.ts';

export const help = defineHelp({
  zh: {
    steps: [
      '拖入、粘贴或选择一张或多张图片',
      '选择放大倍数；右侧马上显示放大后的尺寸和大约需要的时间',
      '选择图片内容：照片、插画或文字，再点击放大',
      '左右拖动对比原图，满意后下载；多张可以打包下载',
    ],
    questions: [
      {
        question: '“最好”和“快速”有什么区别？',
        answer:
          '“最好”由 ESRGAN 神经网络逐块重绘细节，每百万像素大约需要两分多钟；“快速”用精确插值，几秒完成，清晰度稍低。两者放大后再缩小，都与原图一致，不会改变内容。',
      },
      {
        question: '能放大到多大？',
        answer: '结果最多 1 亿像素。超过 300 万像素的原图会自动改用精确插值，否则等待时间太长。',
      },
      {
        question: '为什么 8 倍没有更多细节？',
        answer: '网络本身放大 4 倍，再往上没有新的信息可用，所以 8 倍是在 4 倍的基础上精确放大的。',
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
      {
        question: '我自己部署，可以换更强的网络吗？',
        answer:
          '可以。把 Real-ESRGAN、Swin2SR 等网络导出为 ONNX（1×3×高×宽，0 到 1），用 ENLARGE 指向文件，结果页会显示是哪一个网络做的。',
      },
    ],
  },
  en: {
    steps: [
      'Drop, paste or pick one or more pictures',
      'Choose how many times; the size of the result and the time it takes are shown at once',
      'Say what is on the picture: photo, drawing or text, and enlarge it',
      'Compare with the original by dragging, then download; several leave as one zip',
    ],
    questions: [
      {
        question: 'What is the difference between Best and Quick?',
        answer:
          'Best has the ESRGAN network redraw the detail piece by piece, which takes a little over two minutes for a million pixels. Quick interpolates exactly, in seconds, and is a little softer. Made smaller again both equal the original: nothing is made up that contradicts it.',
      },
      {
        question: 'How large can it get?',
        answer:
          'The result can have 100 megapixels. Originals of more than 3 megapixels are interpolated, as the network would keep you waiting too long.',
      },
      {
        question: 'Why does 8 × show no more than 4 ×?',
        answer:
          'The network enlarges 4 times. Beyond that nothing more can be known, so 8 × is the exact enlargement of that.',
      },
      {
        question: 'What can it not do?',
        answer:
          'It does not recognise faces or words and paint them anew: details that cannot be made out in the original stay unclear. For a blurred photo use Image Sharpening first.',
      },
      {
        question: 'Are transparency, colours and photo details kept?',
        answer:
          'Yes. Transparent edges are enlarged by themselves, without a dark fringe; colour profile, date, camera and credit go along, location and serial numbers do not. 16 bits become 8, and only the first frame of an animation is used.',
      },
      {
        question: 'I host it myself. Can I use a stronger network?',
        answer:
          'Yes. Export Real-ESRGAN, Swin2SR or the like as ONNX (1 × 3 × height × width, 0 to 1) and name the file in ENLARGE. Results say which network made them.',
      },
    ],
  },
});
