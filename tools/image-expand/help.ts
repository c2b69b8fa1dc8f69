// Help for AI expansion: steps and questions.
import { defineHelp } from 'contract/help.ts';

export const help = defineHelp({
  wishes: ['expand'],
  zh: {
    steps: [
      '拖入、粘贴或选择一张或多张图片',
      '向外拖动边框，或选择比例；拖动图片可以决定往哪边扩得多一些',
      '点击扩展，对比前后效果，满意后下载',
    ],
    questions: [
      {
        question: '新的画面是怎么来的？',
        answer:
          '从图片边缘出发，用同一张图里的纹理、线条和颜色接着画：天空、海面、草地、墙面、桌面、虚化的背景都很自然。被画框切断的物体也会接下去，但不一定是它真实的样子。',
      },
      {
        question: '原图会变吗？',
        answer: '不会移动，也不会重画。保存为 PNG 时，原图部分的每个像素都完全一致；JPG 和 WebP 会整体压缩一次。',
      },
      {
        question: '扩多少合适？',
        answer:
          '要看图片边缘有什么。天空、墙面、草地这样简单的背景，每边 25% 以内通常很自然；有人、物体或文字被边缘切断时，请少扩一些，或只往背景简单的一边扩。25% 以内，很可能不自然的结果会提示，而且不收费。最多可以扩到 200%，但越远越靠猜测。',
      },
      {
        question: '会多出一张脸或一只手吗？',
        answer:
          '不会，脸、手和身体都不会被复制到旁边的背景里。人物被边缘切到的地方，会顺着轮廓接着画衣服；露出的手臂和腿无法补全，建议先裁掉一些再扩。',
      },
      {
        question: '多张图片怎样统一比例？',
        answer: '加入多张图片后选择一个比例，每张都会按自己的尺寸扩展成这个比例。',
      },
    ],
  },
  en: {
    steps: [
      'Drop, paste or choose one or more images',
      'Drag the frame outward or choose a ratio; drag the image to decide which side gets more',
      'Expand, compare before and after, and download',
    ],
    questions: [
      {
        question: 'Where does the new area come from?',
        answer:
          'It continues from the edges with texture, lines and colors of the same image. Sky, water, grass, walls, tables and blurred backgrounds look natural. Things cut off by the edge are continued as well, though not always as they really were.',
      },
      {
        question: 'Does my image change?',
        answer:
          'It is neither moved nor redrawn. In a PNG every pixel of it is exactly the same; JPG and WebP are compressed once more as a whole.',
      },
      {
        question: 'How far should I expand?',
        answer:
          'It depends on what’s at the edges. With a plain background, such as sky, a wall or grass, up to 25% on each side usually looks natural. Where people, objects or writing are cut off, expand less or only on a plain side. Within 25%, a result that’s likely to look wrong is marked, and nothing is charged for it. The limit is 200%, but farther out is mostly guesswork.',
      },
      {
        question: 'Can a second face or hand appear?',
        answer:
          'No. Faces, hands and bodies are never copied into the background. Where the edge cuts a person off, the clothes are continued along the outline. Bare arms and legs can’t be completed, so crop a little first.',
      },
      {
        question: 'How do several images get one ratio?',
        answer: 'Add them all and choose a ratio. Each image is expanded to that ratio from its own size.',
      },
    ],
  },
});
