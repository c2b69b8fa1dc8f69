// Help for the GIF maker: steps and questions.
import { defineHelp } from 'contract/help.ts';

export const help = defineHelp({
  wishes: ['animate', 'convert animate', 'split animate', 'merge animate', 'speed animate', 'compress animate'],
  zh: {
    steps: [
      '添加两张或更多图片，也可以加入已有的动图；或者添加一个视频',
      '拖动下方的缩略图调整顺序，也可以给某一张单独设置时长',
      '设置每帧时长、播放顺序、循环和尺寸，看预览满意后制作并下载',
    ],
    questions: [
      {
        question: '文件太大怎么办？',
        answer: '在“更多”里限制文件大小，会先减少颜色、再缩小尺寸；或者改用 WebP，通常只有一半大。',
      },
      { question: '怎样让动图倒放或变快？', answer: '只添加这一张动图，选择倒放或往返播放，再调整每帧时长。' },
      {
        question: '怎样取出动图里的图片？',
        answer:
          'GIF、WebP、APNG 和 AVIF 动图都可以。选择“拆分为单帧”，点选要保存的帧。每帧保存为一张 PNG，文件名带帧的编号，可以逐张或打包下载。',
      },
      {
        question: '可以用视频做 GIF 吗？',
        answer:
          '可以。添加视频后在时间轴上截取一段（最长 60 秒），再选每秒帧数和尺寸。帧数少一点、尺寸小一点，文件会小很多。',
      },
      {
        question: '能把图片做成视频吗？',
        answer: '能。格式选 MP4，设置每张显示几秒、直接切换还是淡入淡出，最长 15 分钟。',
      },
    ],
  },
  en: {
    steps: [
      'Add two or more images; animations can be among them. Or add a video',
      'Drag the thumbnails below to reorder; each can have a delay of its own',
      'Set frame delay, direction, loop and size, then create the GIF and download it',
    ],
    questions: [
      {
        question: 'What if the file is too large?',
        answer:
          'Limit the file size under “More”: colors are reduced first, then dimensions. Or choose WebP, which is often half as large.',
      },
      {
        question: 'How do I reverse a GIF or make it faster?',
        answer: 'Add only that GIF, choose Reverse or Boomerang, and change the frame delay.',
      },
      {
        question: 'How do I get the images out of a GIF?',
        answer:
          'This works for animated GIF, WebP, APNG and AVIF. Choose “Split” and pick the ones you want. Each becomes a PNG with its number in the name, saved one by one or together.',
      },
      {
        question: 'Can a video become a GIF?',
        answer:
          'Yes. Add it, pick a part of up to 60 seconds on the timeline, then choose the frame rate and size. Fewer frames and a smaller size make a much smaller file.',
      },
      {
        question: 'Can images become a video?',
        answer:
          'Yes. Choose MP4 as the format, set how long each is shown, and whether one fades into the next. Up to 15 minutes.',
      },
    ],
  },
});
