// Help for design templates: steps and questions.
import { defineHelp } from 'contract/help.ts';

export const help = defineHelp({
  wishes: ['poster', 'draw poster'],
  zh: {
    steps: [
      '按分类或关键词找一个模板，点开',
      '双击文字修改内容；把自己的图片拖到模板的图片上即可替换',
      '在右侧换一套配色，或单独改某一种颜色；二维码选中后填入自己的链接',
      '点击导出，选格式和大小',
    ],
    questions: [
      {
        question: '模板可以商用吗？',
        answer: '可以。版式和图形由我们绘制，字体和图标均为开源授权。您放进去的图片和文字请自行确认版权。',
      },
      {
        question: '我的图片会上传吗？',
        answer: '不会。编辑和导出都在您的浏览器里完成，只有点击“抠图”或“消除”时才会上传选中的那一层。',
      },
      { question: '没做完能接着做吗？', answer: '能。草稿自动存在这个浏览器里，再打开同一个模板就会接着上次的内容。' },
      {
        question: '能用别处的模板吗？',
        answer: '能打开本站格式的模板和 SVG 文件：在模板页点“打开模板”，粘贴链接或选择文件。',
      },
    ],
  },
  en: {
    steps: [
      'Find a template by category or search, and open it',
      'Double-click a text to change it; drop your own image on an image of the template to replace it',
      'Choose another palette on the right, or change one color; select the QR code to enter your link',
      'Choose Export, then a format and size',
    ],
    questions: [
      {
        question: 'May I use the templates commercially?',
        answer:
          'Yes. Layouts and art are our own, and the fonts and icons are openly licensed. Check the rights of the images and texts that you add.',
      },
      {
        question: 'Is my image uploaded?',
        answer: 'No. Editing and exporting happen in your browser. Only Cut out and Remove upload the selected layer.',
      },
      {
        question: 'Can I continue later?',
        answer: 'Yes. The draft is kept in this browser. Open the same template again to continue where you left off.',
      },
      {
        question: 'Can I open a template from elsewhere?',
        answer:
          'Yes, if it has our format or is an SVG: choose Open template on the list, then paste a link or pick a file.',
      },
    ],
  },
});
