// Help for watermarks: steps and questions.
import { defineHelp } from 'contract/help.ts';

export const help = defineHelp({
  wishes: ['add mark', 'add signature', 'protect', 'protect signature'],
  zh: {
    steps: [
      '添加一张或多张图片。',
      '写下水印文字，或选择一张图片（如 logo）作为水印。',
      '在图片上拖动、缩放、旋转水印，或选择九个位置之一；想铺满整张图片就打开“平铺”。',
      '调好颜色、不透明度、描边和阴影，点击“添加水印”。',
    ],
    questions: [
      {
        question: '批量处理时，每张图片上的水印都在同一个地方吗？',
        answer:
          '是的：水印离最近的角、边或中心的距离不变，大小随图片的短边变化，所以横图和竖图上看起来一样。想让某一张不同，可以单独设置它。',
      },
      {
        question: '结果和我在页面上看到的一样吗？',
        answer: '一样，文字和位置都和您看到的相同。',
      },
      {
        question: '会不会损失画质？',
        answer:
          '尺寸不变，PNG 里水印以外的像素一点不变。JPG 和 WebP 会以画质 92 重新保存，几乎看不出差别。拍摄时间、相机和署名以及广色域默认保留，定位和序列号会去掉。',
      },
      {
        question: '可以用哪些文字？',
        answer:
          '自带思源黑体：中文、日文、英文、俄文、希腊文和常用符号。阿拉伯文、韩文、表情等要看本站是否装有相应的字体；不支持的字符会略去并提示。这时可以用图片水印代替。',
      },
      {
        question: '动图可以吗？',
        answer: 'GIF、WebP、APNG 和 AVIF 动图的每一帧都会加上水印，速度和循环次数不变。',
      },
      {
        question: '可以同时加文字和 logo 吗？',
        answer:
          '可以，一次最多 10 个。点“添加文字”或“添加图片”，在列表里或图片上点选要调整的那一个；上移、下移改变遮挡顺序。',
      },
      {
        question: '每次都要重新设置吗？',
        answer: '不用。展开“我的模板”保存当前的水印，下次点一下就能用。模板和其中的图片保存在这个浏览器里。',
      },
    ],
  },
  en: {
    steps: [
      'Drop one image or many.',
      'Write the text of the watermark, or choose an image such as your logo.',
      'Drag, resize and turn it on the image, or choose one of nine positions. Turn on “Tile” to cover the whole image.',
      'Set color, opacity, outline and shadow, then press “Add watermark”.',
    ],
    questions: [
      {
        question: 'In a batch, is the watermark in the same place on every image?',
        answer:
          'Yes: it keeps its distance from the nearest corner, edge or center, and its size follows the shorter edge, so that wide and tall images look alike. Each image can have its own settings.',
      },
      {
        question: 'Is the result what I saw on the page?',
        answer: 'Yes. The text and its position are exactly what you see.',
      },
      {
        question: 'Does the image lose quality?',
        answer:
          'Its dimensions stay, and in a PNG every pixel outside the watermark stays as it was. JPG and WebP are saved again at quality 92, which can hardly be seen. Photo details and wide colors are kept unless you say otherwise.',
      },
      {
        question: 'Which scripts can I write in?',
        answer:
          'Noto Sans is included: Latin, Chinese, Japanese, Cyrillic, Greek and common symbols. Arabic, Korean, emoji and others depend on the fonts installed on this site; unsupported characters are left out, and the page says so. An image of the text as the watermark always works.',
      },
      {
        question: 'What about animations?',
        answer: 'Every frame of an animated GIF, WebP, APNG or AVIF gets the watermark; speed and loops stay.',
      },
      {
        question: 'Can I add text and a logo together?',
        answer:
          'Yes, up to 10 watermarks at a time. Use “Add text” or “Add image”, then pick the one to adjust in the list or on the image. The arrows bring it forward or send it backward.',
      },
      {
        question: 'Do I have to set it up every time?',
        answer:
          'No. Open “My templates”, save the current watermarks and use them with one click next time. Templates and their images are kept in this browser.',
      },
    ],
  },
});
