// Help for video watermarking: steps and questions.
import { defineHelp } from 'contract/help.ts';

export const help = defineHelp({
  wishes: ['add subtitles', 'add mark', 'add text', 'protect', 'protect mark', 'merge subtitles', 'add signature'],
  zh: {
    steps: [
      '拖入、粘贴或选择一个视频',
      '输入水印文字或选择一张图片，在画面上拖到合适的位置；需要时设置显示时间，或让它滚动、跳动、平铺',
      '要加字幕，切换到“字幕”：添加字幕文件或逐句输入，边播放边修改',
      '点击添加，完成后下载',
    ],
    questions: [
      {
        question: '字幕文件乱码怎么办？',
        answer: '不用转换。UTF-8、UTF-16、GBK、Big5 等编码会自动识别，添加后就能看到文字是否正确。',
      },
      {
        question: '“烧录到画面”和“可开关的字幕轨”有什么区别？',
        answer:
          '烧录后字幕成为画面的一部分，在哪里都能看到，关不掉。字幕轨可以在播放器里打开和关闭，画面原样保留，几秒就完成，但浏览器和部分手机不显示。',
      },
      {
        question: '怎么做双语字幕？',
        answer:
          '在“整体调整”里添加第二语言的字幕文件，会按时间自动对齐；如果两种语言已经在同一个文件里，选择“把每句最后一行当作第二语言”。',
      },
      { question: '水印会影响画质吗？', answer: '“标准”画质几乎看不出和原片的差别。声音会原样保留。' },
      {
        question: '有什么限制？',
        answer:
          '视频不超过 500 MB、15 分钟；字幕文件为 SRT、VTT、ASS、SSA、SBV 或 LRC，不超过 500 KB；每次添加一个水印。',
      },
    ],
  },
  en: {
    steps: [
      'Drop, paste or choose a video',
      'Type the watermark or choose an image, and drag it into place. Set when it shows, or let it scroll, jump or tile',
      'For subtitles, switch to Subtitles: add a subtitle file or type them, and edit while the video plays',
      'Add them, then download the result',
    ],
    questions: [
      {
        question: 'My subtitle file shows strange characters elsewhere. Will it work?',
        answer: 'Yes. UTF-8, UTF-16, GBK, Big5 and other encodings are recognized, and you see the text at once.',
      },
      {
        question: 'What is the difference between Burn in and Separate track?',
        answer:
          'Burned-in subtitles become part of the picture: visible everywhere, and always on. A separate track can be turned on and off in players, keeps the video as it is and takes seconds, but browsers and some phones don’t show it.',
      },
      {
        question: 'How do I make bilingual subtitles?',
        answer:
          'Under “All subtitles”, add a file in the second language; lines are matched by their times. If one file has both, choose “Use each last line as the second language”.',
      },
      {
        question: 'Does quality suffer?',
        answer: 'Standard is hard to tell from the original. The sound is kept as it is.',
      },
      {
        question: 'What are the limits?',
        answer:
          'Videos up to 500 MB and 15 minutes, subtitle files (SRT, VTT, ASS, SSA, SBV, LRC) up to 500 KB, and one watermark at a time.',
      },
    ],
  },
});
