// Help for watermark removal from clips: steps, abilities and limits.
import { defineHelp } from 'contract/help.ts';

export const help = defineHelp({
  wishes: [
    'remove mark',
    'remove subtitles',
    'remove text',
    'blur face',
    'remove object',
    'blur mark',
    'blur subtitles',
    'remove',
    'blur object',
    'blur text',
    'blur person',
    'blur',
  ],
  zh: {
    steps: [
      '拖入或选择视频',
      '点“自动查找水印”，或停在有水印的画面上框选、涂抹；水印只出现一段时间的，设定开始和结束',
      '先预览 3 秒，满意后处理整个视频，下载 MP4',
    ],
    questions: [
      {
        question: '框选和画笔有什么区别？',
        answer: '框选时会比较许多帧，找出框里水印的准确形状，只改动水印本身。画笔涂到的地方会全部去除。',
      },
      {
        question: '怎么去除字幕？',
        answer:
          '在“去除内容”里选“字幕”。底部和顶部不断变化的字幕会逐行识别，只改动文字和它的描边；字幕在别处时，在画面上框出它出现的位置，框里的文字都会去除。',
      },
      {
        question: '去除后的画面是真实的吗？',
        answer:
          '半透明水印下面的画面会按它的颜色和透明度还原。不透明的地方，优先取前后帧里露出来的真实画面，实在没有才用周围的画面填补。',
      },
      {
        question: '为什么提示画面几乎不动？',
        answer:
          '镜头不动时，水印和背景一样静止，只能列出疑似水印的文字和图标，由您勾选；也可以自己框选或涂抹。半透明的白字、黑字会还原，其余的用周围的画面填补。',
      },
      {
        question: '水印会换位置怎么办？',
        answer: '自动查找会按时间段分别标出。也可以自己添加多个区域，各自设定时间。',
      },
      { question: '声音和画质会变吗？', answer: 'AAC 声音原样保留。画面会重新编码，水印以外看不出差别。' },
      { question: '有什么限制？', answer: '文件最大 500 MB，一次最长 15 分钟，结果是 MP4。' },
      {
        question: '可以去除别人的水印吗？',
        answer: '请只处理自己拥有或已获授权的视频。水印常用来表明版权，未经允许去除可能违法。',
      },
    ],
  },
  en: {
    steps: [
      'Drop or choose a video',
      'Find watermarks automatically, or stop at a frame that shows one and mark it. Set times if it’s only there for part of the video',
      'Preview 3 seconds, then process the whole video and download the MP4',
    ],
    questions: [
      {
        question: 'Rectangle or brush?',
        answer:
          'With a rectangle, many frames are compared to find the exact shape of the watermark inside, and only that changes. With the brush, everything you paint goes.',
      },
      {
        question: 'How do I remove subtitles?',
        answer:
          'Choose Subtitles. Lines of text that change at the bottom and the top are found one by one, and only the letters and their outlines change. If they’re elsewhere, draw a rectangle where they appear: all text inside goes.',
      },
      {
        question: 'Is the restored image real?',
        answer:
          'Beneath a see-through watermark, yes: its color and opacity are worked out and removed. Where it’s opaque, other frames that show the same place are used first, and only the rest is filled from the surroundings.',
      },
      {
        question: 'Why does it say the scene hardly moves?',
        answer:
          'When the camera doesn’t move, the background is as still as the watermark. Text and logos that may be one are listed for you to tick, or mark it yourself. See-through white or black text is restored; anything else is filled from its surroundings.',
      },
      {
        question: 'What if the watermark jumps around?',
        answer: 'The search marks each place with its own time. You can also add several areas and set their times.',
      },
      {
        question: 'Do sound and quality change?',
        answer:
          'AAC sound is kept as it is. The video is re-encoded; outside the watermark you won’t see a difference.',
      },
      { question: 'What are the limits?', answer: 'Files up to 500 MB and 15 minutes. The result is an MP4.' },
      {
        question: 'May I remove any watermark?',
        answer:
          'Please only process videos that you own or are allowed to change. Watermarks often show who holds the rights, and removing them without permission may be against the law.',
      },
    ],
  },
});
