// Help for image format conversion: steps and questions.
import { defineHelp } from 'contract/help.ts';

export const help = defineHelp({
  wishes: ['convert', 'convert icon', 'icon'],
  zh: {
    steps: [
      '拖入、粘贴或选择图片，也可以选整个文件夹或贴上链接，一次最多 500 个',
      '选择要转换成的格式，需要时设置画质、文件大小上限和尺寸',
      '点击转换，完成后逐个下载或打包下载',
    ],
    questions: [
      {
        question: '应该选哪种格式？',
        answer: '放在网页上选 WebP 或 AVIF；发给别人选 JPG；图标、截图和透明图片选 PNG；打印或存档选 TIFF 或 PDF。',
      },
      {
        question: '为什么结果反而变大了？',
        answer: '原图已经压缩得很小，换成无损格式或更高画质就会变大。页面会提示，并给出更小的设置。',
      },
      {
        question: '照片里的拍摄信息会保留吗？',
        answer:
          '默认全部去掉。可以选择保留时间、相机和署名，定位和设备序列号仍会去掉；选择“全部保留”才会带上它们。方向总是正确的。',
      },
      { question: 'HEIC 照片能转吗？', answer: '能。苹果手机的 HEIC 照片可以直接拖入，转换成任何一种格式。' },
    ],
  },
  en: {
    steps: [
      'Drop, paste or choose images, a whole folder, or paste a link: up to 500 at once',
      'Choose the format and, if you need them, quality, a maximum file size and dimensions',
      'Convert, then download each result or all of them as one zip',
    ],
    questions: [
      {
        question: 'Which format should I choose?',
        answer:
          'WebP or AVIF for web pages; JPG to send to others; PNG for icons, screenshots and transparency; TIFF or PDF for print and archives.',
      },
      {
        question: 'Why did the result become bigger?',
        answer:
          'The original was already heavily compressed; a lossless format or a higher quality takes more space. The page says so and offers smaller settings.',
      },
      {
        question: 'Is photo info (EXIF) kept?',
        answer:
          'It is removed by default. You can keep date, camera and credit; location and serial numbers still go unless you choose “Keep all”. The image is upright in any case.',
      },
      {
        question: 'Can HEIC photos be converted?',
        answer: 'Yes. Drop photos from an iPhone as they are and convert them to any of the formats.',
      },
    ],
  },
});
