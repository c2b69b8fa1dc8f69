// Help for the smart cutout: steps, abilities and limits.
import { defineHelp } from 'contract/help.ts';

export const help = defineHelp({
  wishes: ['cutout', 'remove background', 'replace background', 'cutout person', 'cutout object'],
  zh: {
    steps: [
      '拖入、粘贴或选择一张或多张图片，点击“开始抠图”',
      '选择背景：透明、纯色、场景、自己的图片或虚化；需要时加阴影、描边或裁剪',
      '有漏掉或多余的部分，点“继续编辑”，用“保留”或“去除”画笔在上面涂一小笔，会延伸到整片叶子、头发或物体的边缘，再运行一次',
      '下载结果；多张图片打包成一个 zip',
    ],
    questions: [
      {
        question: '发丝边缘会有原背景的颜色吗？',
        answer: '不会。边缘像素里混入的背景色会被还原成主体自己的颜色，再放到新背景上。',
      },
      {
        question: '结果是原尺寸吗？',
        answer: '是，边缘也按原图处理，最大 1 亿像素。',
      },
      {
        question: '哪些图片不好抠？',
        answer: '主体清晰的照片效果最好。玻璃、烟雾等半透明物体，以及颜色与背景很接近的部分，可能需要用画笔修正。',
      },
      {
        question: '被去掉的背景还在文件里吗？',
        answer: '不在。完全透明的像素颜色会被清空，照片信息（拍摄时间、地点）也不会保留。',
      },
    ],
  },
  en: {
    steps: [
      'Drop, paste or choose one or more images and choose “Remove background”',
      'Choose the background: transparent, a color, a scene, your own image, or a blur. Add a shadow or an outline, or crop',
      'If something is missing or left over, choose “Edit again”, draw a short stroke on it with Keep or Erase, which spreads to the edge of the leaves, hair or object, and run it once more',
      'Download the result; several are saved as one zip',
    ],
    questions: [
      {
        question: 'Will hair keep the color of the old background?',
        answer:
          'No. Where a pixel mixes both, the subject’s own color is restored before it goes on the new background.',
      },
      {
        question: 'Is the result full size?',
        answer: 'Yes, up to 100 megapixels, edges included.',
      },
      {
        question: 'Which images are difficult?',
        answer:
          'Photos with a clear subject work best. Glass, smoke, and parts that match the background color may need the brush.',
      },
      {
        question: 'Is the removed background still in the file?',
        answer:
          'No. Pixels that are wholly transparent lose their color, and photo details such as time and place are left out.',
      },
    ],
  },
});
