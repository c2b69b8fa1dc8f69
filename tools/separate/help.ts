// Help for separating video and sound: steps and questions.
import { defineHelp } from 'contract/help.ts';

export const help = defineHelp({
  wishes: ['extract sound', 'mute', 'remove sound', 'split sound', 'sound'],
  zh: {
    steps: [
      '拖入、粘贴或选择一个或多个视频',
      '选择声音的格式；只要一段时，拖动进度条两端截取',
      '点击分离，分别播放、下载无声视频和声音，或一起打包下载',
    ],
    questions: [
      {
        question: '会损失音质和画质吗？',
        answer: '画面通常原样保留。声音选 M4A 时，多数视频也能原样保留；选 MP3 会重新编码，正常听几乎没有差别。',
      },
      { question: '能把人声和伴奏分开吗？', answer: '不能。这里分开的是画面和声音，声音本身不会再拆分。' },
      { question: '有什么限制？', answer: '单个文件不超过 500 MB，一次最多 15 分钟，更长的视频可以分段截取。' },
    ],
  },
  en: {
    steps: [
      'Drop, paste or choose one or more videos',
      'Choose a format for the sound. Drag the two handles if you only need a part',
      'Split, then play and download the silent video and the sound, or both as a zip',
    ],
    questions: [
      {
        question: 'Is any quality lost?',
        answer:
          'The video is usually kept as it is. With M4A, so is the sound of most videos; MP3 is re-encoded, and the difference is hard to hear.',
      },
      {
        question: 'Can it separate vocals from music?',
        answer: 'No. It separates the video from its sound; the sound itself stays whole.',
      },
      {
        question: 'What are the limits?',
        answer: 'Files up to 500 MB, and 15 minutes at a time; trim longer videos into parts.',
      },
    ],
  },
});
