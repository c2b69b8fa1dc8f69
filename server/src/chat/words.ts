// Sentences of the assistant that are part of no help page.
import { defineWords } from 'contract/words.ts';

export const words = defineWords({
  zh: {
    canDo: '可以用 **[{title}]({path})**：{blurb}。',
    isSet: '打开时已设好：{options}。',
    others: '也可能是：{links}',
    several: '有几个工具可能合适：',
    colon: '：',
    which: '您想要的是哪一种？补充一句想得到的结果，我再说具体步骤。',
    seeMore: '详见 [{title}]({path})',
    guide: '完整说明：[{title}使用教程]({path})',
    greeting: '您好，想处理什么图片或视频？说出想要的结果就行，例如“把照片压缩到 200 KB”。',
    thanks: '不客气。还有别的要处理，直接问我。',
    whoAmI:
      '我是{brand}的助手，根据本站的帮助内容回答：该用哪个工具、怎么用、有什么限制。这里没有接入语言模型，我不能聊别的，也看不到您的文件。',
    whoAmIModel: '我是{brand}的助手，由模型 {model} 回答，并参考本站的帮助内容。我看不到您的文件。',
    notFound: '帮助里没有找到相关内容。换个说法试试，说明是图片、视频还是 PDF，想得到什么结果。',
    cannot: '这件事这里的工具做不到。',
    commonTools: '常用的工具：{links}',
    asLast: '也可以看[帮助中心](/#/help)。',
    isFree: '**[{title}]({path})** 免费，不限次数。',
    costs: '**[{title}]({path})** 每次 {uses} 次使用次数，或 {coins} 金币。',
    costsFrom:
      '**[{title}]({path})** 最少 {uses} 次使用次数，或 {coins} 金币，按结果大小、时长或张数计算；开始前会显示准确价格。',
    tryFirst:
      '每天可以免费试用，先看带水印的预览，下载高清时才付费。会员用使用次数，也可以用金币，见[会员权益](/#/privilege)。',
    refused: '这个问题没有得到回答，请换个说法。',
    times: '{count} 倍',
  },
  en: {
    canDo: '**[{title}]({path})** does that: {blurb}.',
    isSet: 'It opens with this set: {options}.',
    others: 'Or did you mean: {links}',
    several: 'Several tools could be the one:',
    colon: ': ',
    which: 'Which one is it? Tell me a little more about the result you want, and I’ll give you the steps.',
    seeMore: 'More under [{title}]({path})',
    guide: 'The whole guide: [How to use {title}]({path})',
    greeting:
      'Hello! What would you like to do with an image or a video? Just say what you need, such as “compress a photo to 200 KB”.',
    thanks: 'You’re welcome. Ask away if there’s more to do.',
    whoAmI:
      'I’m the assistant of {brand} and answer from the help pages of this site: which tool to use, how it works and what its limits are. No language model is connected, so I can’t chat about anything else, and I can’t see your files.',
    whoAmIModel:
      'I’m the assistant of {brand}. The model {model} writes my answers, with the help pages of this site at hand. I can’t see your files.',
    notFound:
      'I didn’t find that in the help pages. Try other words: say whether it’s an image, a video or a PDF, and what you need.',
    cannot: 'None of the tools here can do that.',
    commonTools: 'Popular tools: {links}',
    asLast: 'You can also look at the [help pages](/#/help).',
    isFree: '**[{title}]({path})** is free.',
    costs: '**[{title}]({path})** takes {uses} {uses:use|uses} of a membership, or {coins} coins, for each run.',
    costsFrom:
      '**[{title}]({path})** takes {uses} {uses:use|uses} of a membership, or {coins} coins, at least. The size, length or number decides; the exact price is shown before you start.',
    tryFirst:
      'There are free tries every day: you see a watermarked preview first and pay only when you download in full quality. More under [Member benefits](/#/privilege).',
    refused: 'This question wasn’t answered. Try putting it differently.',
    times: '{count}×',
  },
});
