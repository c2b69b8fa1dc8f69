// Refusals about links and their targets.
import type { Sentence } from './words.ts';

export const linkErrors = {
  LINK_REFUSED: {
    status: 400,
    zh: '这个链接无法访问，请先下载文件再上传',
    en: 'This link can’t be opened from here. Download the file and upload it instead',
  },
  LINKS_TOO_MANY: {
    status: 400,
    zh: '一次最多添加 {most} 个链接，其余的请下载后再上传',
    en: 'You can add up to {most} links at a time. Download the other files and upload them',
  },
  LINK_UNREACHABLE: {
    status: 422,
    zh: '无法下载这个链接里的文件，请检查链接，或先下载再上传',
    en: 'The file at this link couldn’t be downloaded. Check the link, or download the file and upload it',
  },
  PARSE_FAILED: {
    status: 422,
    zh: '解析失败，请重试！',
    en: 'Parsing failed, please try again!',
  },
  LINK_NO_NETWORK: {
    status: 503,
    zh: '服务器现在连不上外网，打不开链接。请稍后再试，或者先下载文件再上传',
    en: 'This server has no connection to the internet right now. Try again later, or download the file and upload it',
  },
  LINK_WITHOUT_MEDIA: {
    status: 422,
    zh: '这个页面里没有视频或图片。请复制作品本身的链接，而不是主页、列表或搜索结果的链接',
    en: 'There is no video or image on this page. Copy the link of the post itself, not of a profile, a list or a search',
  },
  LINK_SITE_UNKNOWN: {
    status: 422,
    zh: '暂时不能解析这个网站：它的视频由网页程序播放，我们还读不懂。您可以在浏览器里保存后上传',
    en: 'We can’t read this site yet: its page plays media in a way we don’t know. Save the file in your browser and upload it',
  },
  LINK_LOGIN_NEEDED: {
    status: 422,
    zh: '这个网站要登录后才能观看，或拒绝了访问，无法解析。您可以在浏览器里保存后上传',
    en: 'This site asks for a login or turned us away, so the link can’t be read. Save the file in your browser and upload it',
  },
  LINK_PROTECTED: {
    status: 422,
    zh: '这个视频受版权保护（DRM），网站不允许下载',
    en: 'This video is protected (DRM). The site doesn’t allow it to be downloaded',
  },
  LINK_LIVE: {
    status: 422,
    zh: '这是正在进行的直播，请等直播结束后再试',
    en: 'This is a live stream. Try again once it has ended',
  },
  LINK_GONE: {
    status: 422,
    zh: '这个作品不存在、已删除或不公开，请检查链接',
    en: 'This post doesn’t exist, was deleted or is private. Check the link',
  },
  LINK_HOST_BUSY: {
    status: 503,
    zh: '正在从这个网站下载的文件太多，请 {retryAfterSeconds} 秒后再试',
    en: 'Too many files are being downloaded from this site. Try again in {retryAfterSeconds} {retryAfterSeconds:second|seconds}',
  },
  PLAYLIST_TOO_LONG: {
    status: 422,
    zh: '这个播放列表太长，最多 {most:,} 项',
    en: 'This playlist is too long. It may have up to {most:,} entries',
  },
} as const satisfies Record<string, Sentence & { status: number }>;
