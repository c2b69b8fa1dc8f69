// Help for joining pictures into a PDF: steps and questions.
import { defineHelp } from 'contract/help.ts';

export const help = defineHelp({
  wishes: ['merge pdf', 'merge paper', 'convert pdf', 'merge page'],
  zh: {
    steps: ['拖入、粘贴或选择多张图片', '在下方拖动缩略图排好顺序，选择页面大小、方向和边距', '点击生成，下载 PDF'],
    questions: [
      { question: '画质会下降吗？', answer: '普通的 JPG 照片原样放入，不会重新压缩。其他格式会以高画质转换。' },
      { question: '最多能放多少页？', answer: '一次最多 100 张图片，一图一页。' },
      { question: '照片的位置信息会进入 PDF 吗？', answer: '不会。拍摄位置等信息会先去掉。' },
    ],
  },
  en: {
    steps: [
      'Drop, paste or choose several images',
      'Drag the thumbnails to reorder, then set page size, orientation and margin',
      'Create the PDF and download it',
    ],
    questions: [
      {
        question: 'Does quality drop?',
        answer:
          'Ordinary JPG photos are added as they are, without being compressed again. Other formats are converted at high quality.',
      },
      { question: 'How many pages can it have?', answer: 'Up to 100 images at a time, one on each page.' },
      {
        question: 'Does the PDF show where my photos were taken?',
        answer: 'No. Location and other photo info is removed first.',
      },
    ],
  },
});
