// Help for link parsing: steps and questions.
import { defineHelp } from 'contract/help.ts';

export const help = defineHelp({
  wishes: ['save link', 'link', 'save site', 'save platforms'],
  zh: {
    steps: [
      '在应用或网页里点“分享”，复制链接；整段分享文字也可以',
      '粘贴到输入框，多个链接各占一行，然后开始解析',
      '选择画质下载，图集可以打包下载；也可以直接交给转换或去水印继续处理',
    ],
    questions: [
      {
        question: '支持哪些链接？',
        answer:
          '抖音、小红书、哔哩哔哩、快手、微博、TikTok 的公开作品，带视频或图片的普通网页，视频和图片的直接链接，以及 m3u8 和 mpd 链接。网站改版后，个别链接可能暂时无法解析。',
      },
      {
        question: '为什么有的链接解析不了？',
        answer:
          '作品已删除或不公开、网站要求登录、内容受版权保护（DRM）、直播还没结束，这些都无法解析，页面会说明原因。',
      },
      {
        question: '“保存为 MP4”为什么比下载慢？',
        answer: '这种视频由许多小片段组成，需要先全部下载，再合成一个文件。',
      },
      {
        question: '下载中断了怎么办？',
        answer: '在浏览器的下载列表里点“继续”即可。链接与解析结果一起保存，过期后请重新解析。',
      },
      {
        question: '下载的内容可以随意使用吗？',
        answer: '不可以。版权属于作者，请只下载您有权使用的内容，并遵守原网站的规定。',
      },
    ],
  },
  en: {
    steps: [
      'In the app or on the page, choose Share and copy the link. The whole share text works, too',
      'Paste it here, one link per line, and start',
      'Download a quality, or all images as one zip. You can also continue in the converter or another tool',
    ],
    questions: [
      {
        question: 'Which links work?',
        answer:
          'Public posts on Douyin, Xiaohongshu, Bilibili, Kuaishou, Weibo and TikTok, ordinary web pages with video or images, direct links to files, and m3u8 and mpd links. After a site changes its pages, some links may stop working for a while.',
      },
      {
        question: 'Why do some links fail?',
        answer:
          'The post was deleted or is private, the site asks for a login, the content is protected (DRM), or it’s a live stream that hasn’t ended. The page says which.',
      },
      {
        question: 'Why is “Save as MP4” slower than a download?',
        answer:
          'Such a video is made of many small segments. All of them are downloaded first and joined into one file.',
      },
      {
        question: 'What if a download breaks off?',
        answer:
          'Choose Resume in your browser’s downloads. The links are kept with the result; once it has expired, parse the link again.',
      },
      {
        question: 'May I use what I download?',
        answer:
          'Not freely. It belongs to its author. Download only what you have the right to use, and respect the rules of the site.',
      },
    ],
  },
});
