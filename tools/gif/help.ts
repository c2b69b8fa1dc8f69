// Help for the GIF maker: steps and questions.
import { defineHelp } from 'contract/help.ts';

export const help = defineHelp({
  zh: {
    steps: [
      '添加两张或更多图片，也可以加入已有的动图',
      '拖动下方的小图调整顺序，每张下面可以单独填写停留的毫秒数',
      '设置速度、播放方向、循环和尺寸，预览满意后点击合成并下载',
    ],
    questions: [
      {
        question: '文件太大怎么办？',
        answer: '在“更多”里限制文件大小，会先减少颜色、再缩小尺寸；或者改用 WebP，通常只有一半大。',
      },
      { question: '怎样让动图倒放或变快？', answer: '只添加这一张动图，选择倒放或来回，再拖动停留时间。' },
      { question: '怎样取出动图里的图片？', answer: '选择“拆成单帧”，每一帧会存成一张 PNG，可以逐张或打包下载。' },
      { question: '可以用视频做 GIF 吗？', answer: '还不行，视频功能开放后可以。' },
    ],
  },
  en: {
    steps: [
      'Add two or more images; animations can be among them',
      'Drag the previews below into order; each can have its own milliseconds',
      'Set pace, direction, repeats and size, then make the animation and download it',
    ],
    questions: [
      {
        question: 'What if the file is too large?',
        answer:
          'Limit its size under “More”: colors go first, then pixels. Or choose WebP, which is often half as large.',
      },
      {
        question: 'How do I reverse a GIF or make it faster?',
        answer: 'Add only that GIF, choose backwards or both ways, and move the time each image stays.',
      },
      {
        question: 'How do I get the images out of a GIF?',
        answer: 'Choose “Take apart”: every frame becomes a PNG, to be saved one by one or together.',
      },
      { question: 'Can a video become a GIF?', answer: 'Not yet; it will when the video tools open.' },
    ],
  },
});
