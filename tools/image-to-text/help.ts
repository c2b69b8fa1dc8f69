// Help for text recognition: steps and questions.
import { defineHelp } from 'contract/help.ts';

export const help = defineHelp({
  wishes: ['read text', 'extract text', 'read reading', 'read paper', 'text reading'],
  zh: {
    steps: [
      '拖入、粘贴或选择一张或多张图片，截图、照片、扫描件都可以',
      '选择合并成段，还是保留换行',
      '点击“提取文字”；指向一行文字，原图里对应的位置会标出来',
      '点击文字可直接修改，然后复制全部，或下载 Word、TXT、Markdown、可搜索的 PDF',
    ],
    questions: [
      {
        question: '能识别哪些文字？',
        answer:
          '印刷体的简体和繁体中文、英文、日文、韩文、俄文、德文、法文、西班牙文、数字和标点，语言自动判断。手写、艺术字、生僻字和其他语言可能认错或认不出。',
      },
      {
        question: '图片歪了或倒着怎么办？',
        answer: '不用处理。横放、倒放、小角度倾斜和竖排中文都会自动判断；一页里方向不同的零散文字可能认不全。',
      },
      {
        question: '分栏和表格会乱吗？',
        answer:
          '分栏按栏依次提取。表格在 Word 和 Markdown 里仍是表格，在 TXT 里用制表符分开。空单元格保留，合并的单元格无法还原。',
      },
      {
        question: '可搜索的 PDF 是什么？',
        answer: '看起来就是原图，上面多了一层看不见的文字，可以搜索、选中和复制。JPG 的画质不变。',
      },
      {
        question: '有什么限制？',
        answer:
          '单张最多 1 亿像素、1500 行文字。文字高度小于 8 像素、严重模糊或反光时错误会变多；没把握的文字会用点线标出。',
      },
      {
        question: '图片会发给别人吗？',
        answer: '不会。图片只用于提取文字，到期自动删除。',
      },
    ],
  },
  en: {
    steps: [
      'Drop, paste or choose one or more images: screenshots, photos, scans',
      'Choose whether to join lines into paragraphs or keep line breaks',
      'Click Extract text; point at a line to see where it is in the image',
      'Click text to edit it, then copy it all or download Word, TXT, Markdown or a searchable PDF',
    ],
    questions: [
      {
        question: 'What can it read?',
        answer:
          'Printed simplified and traditional Chinese, English, Japanese, Korean, Russian, German, French, Spanish, digits and punctuation. The language is detected. Handwriting, decorative lettering, rare characters and other languages may be misread or missed.',
      },
      {
        question: 'What if the image is rotated or crooked?',
        answer:
          'You don’t need to do anything. Sideways, upside-down and slightly tilted pages and vertical Chinese are detected. Scattered text that runs in several directions may be incomplete.',
      },
      {
        question: 'What about columns and tables?',
        answer:
          'Columns are extracted one after another. Tables stay tables in Word and Markdown; in TXT, tabs separate the cells. Empty cells stay empty; merged cells can’t be restored.',
      },
      {
        question: 'What is a searchable PDF?',
        answer:
          'It looks like your image, with an invisible layer of text that can be searched, selected and copied. A JPG keeps its quality.',
      },
      {
        question: 'What are the limits?',
        answer:
          'Up to 100 megapixels and 1,500 lines per image. Letters under 8 pixels high, blur and glare cause more mistakes; text we’re unsure of is dotted.',
      },
      {
        question: 'Is my image shared with anyone?',
        answer: 'No. It is used only to extract the text, and deleted automatically.',
      },
    ],
  },
});
