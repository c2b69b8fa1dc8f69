// Help for sharpening: steps, method and limits.
import { defineHelp } from 'contract/help.ts';

export const help = defineHelp({
  wishes: ['sharpen'],
  zh: {
    steps: [
      '拖入、粘贴或选择一张或多张图片',
      '一般保持“自动”；知道原因时可以选发虚、失焦或抖动',
      '拖动强度，画面会马上预览；50 表示按测量到的模糊还原',
      '点击变清晰，对比后下载',
    ],
    questions: [
      {
        question: '它和普通锐化有什么不同？',
        answer:
          '普通锐化只是加强边缘的反差，会出现白边并放大噪点。这里先判断是发虚、失焦还是抖动，有多大、往哪个方向，再把它还原；平坦的地方不动，颜色保持不变。',
      },
      {
        question: '为什么我的图片几乎没有变化？',
        answer: '没有测出模糊的图片不会改动。想要更锐利，把强度调到 50 以上。',
      },
      {
        question: '什么样的模糊救不回来？',
        answer: '光斑半径超过 8 像素的失焦、特别长的拖影、几十像素的小图：信息已经丢失，没有办法凭空恢复。',
      },
      {
        question: '抖动的照片要等多久？',
        answer:
          '手抖的轨迹要一小块一小块地还原，通常需要一两分钟，大图更久。画面细节太少、噪点太多时看不出抖动，也可以手动选“抖动”。',
      },
      {
        question: '会改变尺寸、格式或颜色吗？',
        answer: '不会。默认保持原尺寸、原格式、颜色配置、拍摄时间、相机和署名，透明部分也保留；定位和序列号会去掉。',
      },
    ],
  },
  en: {
    steps: [
      'Drop, paste or choose one or more images',
      'Keep the blur type on Auto, or choose soft, out of focus or motion',
      'Adjust the strength and watch the preview; 50 removes just the blur that was measured',
      'Sharpen, compare and download',
    ],
    questions: [
      {
        question: 'How is this different from common sharpening?',
        answer:
          'Common sharpening raises the contrast of edges, which adds white lines and grain. Here the type of blur, its size and its direction are found first and then undone. Plain areas are left alone and colors stay.',
      },
      {
        question: 'Why did my image hardly change?',
        answer: 'An image without measurable blur is left alone. For a crisper look, set the strength above 50.',
      },
      {
        question: 'Which blur can’t be undone?',
        answer:
          'Out-of-focus blur with a radius above 8 pixels, very long motion blur, and tiny images: their detail is lost for good.',
      },
      {
        question: 'How long does a shaky photo take?',
        answer:
          'The path of a shaking hand is undone piece by piece, which usually takes a minute or two, and longer for large photos. Plain or very grainy images don’t show it clearly; you can choose Motion yourself.',
      },
      {
        question: 'Do size, format or colors change?',
        answer:
          'No. Size, format, color profile, date, camera, credit and transparency stay as they were. Location and serial numbers are removed from the result.',
      },
    ],
  },
});
