// Help for the image editor: steps and questions.
import { defineHelp } from 'contract/help.ts';

export const help = defineHelp({
  wishes: ['layer', 'add layer', 'add text', 'blur face', 'blur text', 'light', 'blur', 'blur person'],
  zh: {
    steps: [
      '拖入、粘贴或选择一张图片，或从空白页面开始',
      '用左侧工具加文字、形状、贴纸、马赛克，或裁剪；手机上工具在底部',
      '选中图层，在右侧调整颜色、套用滤镜、换字体、对齐',
      '点击导出，选格式和大小',
    ],
    questions: [
      {
        question: '图片会上传吗？',
        answer:
          '不会。编辑和导出都在您的浏览器里完成。只有点击“抠图”或“消除”时，选中的那一层会上传处理，并按该工具计次。',
      },
      { question: '导出收费吗？', answer: '不收费，也不限次数。' },
      {
        question: '不小心关掉页面怎么办？',
        answer: '草稿会自动存在这个浏览器里，再打开编辑器就能接着做。换设备请先保存工程文件。',
      },
      {
        question: '有哪些快捷键？',
        answer: '按 ? 查看全部。常用的有 Ctrl+Z 撤销、V 选择、T 文字、B 画笔、E 橡皮擦、C 裁剪，按住空格拖动页面。',
      },
      {
        question: 'SVG 能编辑吗？',
        answer: '能。打开后会拆成图层：图形可以改色和移动，文字可以改写。滤镜特效和链接到别处的图片不会导入。',
      },
      {
        question: '擦错了怎么办？',
        answer: '橡皮擦只是把内容藏起来。切换到“恢复”再涂一遍就回来了，也可以一次恢复全部。',
      },
      { question: 'HEIC、TIFF 打不开？', answer: '浏览器读不了这些格式，请先用“图片格式转换”转成 JPG 或 PNG。' },
    ],
  },
  en: {
    steps: [
      'Drop, paste or choose an image, or start with a blank page',
      'Add text, shapes, stickers or mosaic, or crop, with the tools on the left; on a phone they are at the bottom',
      'Select a layer to adjust color, apply a filter, change the font or align it',
      'Choose Export, then a format and size',
    ],
    questions: [
      {
        question: 'Is my image uploaded?',
        answer:
          'No. Editing and exporting happen in your browser. Only Cut out and Remove upload the selected layer, and count as a use of that tool.',
      },
      { question: 'Does exporting cost anything?', answer: 'No, and there is no limit to it.' },
      {
        question: 'What if I close the page by accident?',
        answer:
          'The draft is kept in this browser. Open the editor again to continue. To move to another device, save a project file first.',
      },
      {
        question: 'Which shortcuts are there?',
        answer:
          'Press ? to see them all. The usual ones work: Ctrl+Z to undo, V to select, T for text, B to draw, E to erase, C to crop, Space to drag the page.',
      },
      {
        question: 'Can I edit an SVG?',
        answer:
          'Yes. It opens as layers: recolor and move its shapes, and rewrite its text. Filter effects and images linked from elsewhere are left out.',
      },
      {
        question: 'What if I erase too much?',
        answer:
          'The eraser only hides. Switch it to Restore and brush over the place again, or restore everything at once.',
      },
      {
        question: 'Why can’t HEIC and TIFF be opened?',
        answer: 'Browsers can’t read them. Turn them into JPG or PNG with Image Converter first.',
      },
    ],
  },
});
