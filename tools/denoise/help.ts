// Help for noise reduction: steps, method and limits.
import { defineHelp } from 'contract/help.ts';

export const help = defineHelp({
  wishes: ['denoise'],
  zh: {
    steps: [
      '拖入、粘贴或选择一张或多张照片',
      '一般保持强度 50：测到多少噪点就去掉多少',
      '点击降噪，左右拖动对比，不满意再调强度',
      '下载结果',
    ],
    questions: [
      {
        question: '它会把皮肤和头发抹平吗？',
        answer:
          '不会有意抹平。先量出每种亮度的噪点有多强，只去掉这么多；比噪点明显的纹理会放回来。强度高于 50 才会连细纹理一起变平滑。',
      },
      {
        question: '为什么我的图片没有变化？',
        answer: '测不出明显噪点的图片不会改动，也不收费。想要更平滑，把强度调到 50 以上。',
      },
      {
        question: '哪些噪点去不掉？',
        answer: '压缩造成的方块、划痕、灰尘和摩尔纹不是噪点。很暗又放大过的照片会留下一些色斑。',
      },
      {
        question: '要等多久？',
        answer: '一百万像素的图片和手机照片都要一两分钟，小图片几秒到半分钟。页面会显示还要多久。',
      },
      {
        question: '会改变尺寸、格式或颜色吗？',
        answer: '不会。默认保持原尺寸、原格式、颜色配置、拍摄时间、相机和署名，透明部分也保留；定位和序列号会去掉。',
      },
    ],
  },
  en: {
    steps: [
      'Drop, paste or choose one or more photos',
      'Keep the strength at 50, which removes just the noise that was measured',
      'Reduce the noise, compare, and change the strength if you like',
      'Download the result',
    ],
    questions: [
      {
        question: 'Does it smear skin and hair?',
        answer:
          'It shouldn’t. The noise of each brightness is measured first and only that much is removed. Texture that stands out from the noise is put back. Above 50, fine texture gets smoother too.',
      },
      {
        question: 'Why didn’t my image change?',
        answer:
          'An image without measurable noise is left alone and costs nothing. For a smoother look, set the strength above 50.',
      },
      {
        question: 'Which noise can’t be removed?',
        answer:
          'Compression blocks, scratches, dust and moiré aren’t noise. Very dark photos that were enlarged keep some color blotches.',
      },
      {
        question: 'How long does it take?',
        answer:
          'A photo of one megapixel takes a minute or two, as a phone photo does; a small image takes seconds. The page shows the time left.',
      },
      {
        question: 'Do size, format or colors change?',
        answer:
          'No. Size, format, color profile, date, camera, credit and transparency stay as they were. Location and serial numbers are removed from the result.',
      },
    ],
  },
});
