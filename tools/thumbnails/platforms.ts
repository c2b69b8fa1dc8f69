// The image sizes that platforms require, with the names of platform and image.
import type { Sentence } from 'contract/words.ts';

export type PlatformGroup = 'china' | 'shop' | 'world' | 'video' | 'icon';

export interface PlatformSize {
  /** Also used in the file's name. */
  readonly id: string;
  readonly platform: Sentence;
  readonly group: PlatformGroup;
  readonly name: Sentence;
  readonly width: number;
  readonly height: number;
}

type Row = readonly [id: string, zh: string, en: string, width: number, height: number];

const platform = (group: PlatformGroup, zh: string, en: string, rows: readonly Row[]): PlatformSize[] =>
  rows.map(([id, nameZh, nameEn, width, height]) => ({
    id,
    group,
    platform: { zh, en },
    name: { zh: nameZh, en: nameEn },
    width,
    height,
  }));

export const platformSizes: readonly PlatformSize[] = [
  ...platform('video', '哔哩哔哩', 'Bilibili', [
    ['bilibili-cover', '视频封面', 'Video cover', 1146, 717],
    ['bilibili-column', '专栏头图', 'Article header', 1920, 1080],
  ]),
  ...platform('video', '抖音', 'Douyin', [
    ['douyin-cover', '竖版封面', 'Upright cover', 1080, 1920],
    ['douyin-cover-3-4', '主页封面', 'Profile cover', 1080, 1440],
  ]),
  ...platform('video', '快手', 'Kuaishou', [['kuaishou-cover', '封面', 'Cover', 1080, 1920]]),
  ...platform('video', '视频号', 'WeChat Channels', [['channels-cover', '竖版封面', 'Upright cover', 1080, 1260]]),
  ...platform('video', 'YouTube', 'YouTube', [
    ['youtube-thumbnail', '视频缩略图', 'Video thumbnail', 1280, 720],
    ['youtube-banner', '频道横幅', 'Channel banner', 2560, 1440],
    ['youtube-shorts', 'Shorts 封面', 'Shorts cover', 1080, 1920],
  ]),
  ...platform('video', 'TikTok', 'TikTok', [['tiktok-cover', '封面', 'Cover', 1080, 1920]]),
  ...platform('video', 'Twitch', 'Twitch', [['twitch-banner', '横幅', 'Banner', 1200, 480]]),
  ...platform('china', '小红书', 'Xiaohongshu', [
    ['xiaohongshu-3-4', '竖图', 'Upright', 1242, 1660],
    ['xiaohongshu-1-1', '方图', 'Square', 1242, 1242],
  ]),
  ...platform('china', '微信公众号', 'WeChat articles', [
    ['wechat-article-cover', '头条封面', 'Lead cover', 900, 383],
    ['wechat-article-square', '次条封面', 'Second cover', 500, 500],
  ]),
  ...platform('china', '微信朋友圈', 'WeChat Moments', [
    ['wechat-moments-cover', '封面', 'Cover', 1280, 1184],
    ['wechat-moments', '方图', 'Square', 1080, 1080],
  ]),
  ...platform('china', '微博', 'Weibo', [
    ['weibo-post', '配图', 'Post', 1080, 1080],
    ['weibo-cover', '头条文章', 'Article cover', 1000, 562],
  ]),
  ...platform('china', '知乎', 'Zhihu', [['zhihu-cover', '文章封面', 'Article cover', 1380, 776]]),
  ...platform('shop', '淘宝 / 天猫', 'Taobao and Tmall', [
    ['taobao-main', '商品主图', 'Main picture', 800, 800],
    ['taobao-main-3-4', '竖版主图', 'Upright picture', 750, 1000],
  ]),
  ...platform('shop', '京东', 'JD.com', [['jd-main', '商品主图', 'Main picture', 800, 800]]),
  ...platform('shop', '拼多多', 'Pinduoduo', [['pinduoduo-main', '商品主图', 'Main picture', 750, 750]]),
  ...platform('shop', '亚马逊', 'Amazon', [['amazon-main', '商品主图', 'Main picture', 2000, 2000]]),
  ...platform('shop', 'Shopify', 'Shopify', [['shopify-product', '商品图', 'Product', 2048, 2048]]),
  ...platform('world', 'Instagram', 'Instagram', [
    ['instagram-portrait', '竖版帖子', 'Portrait post', 1080, 1350],
    ['instagram-square', '方形帖子', 'Square post', 1080, 1080],
    ['instagram-story', '快拍', 'Story', 1080, 1920],
  ]),
  ...platform('world', 'X', 'X', [
    ['x-post', '帖子', 'Post', 1600, 900],
    ['x-header', '主页横幅', 'Header', 1500, 500],
  ]),
  ...platform('world', 'Facebook', 'Facebook', [
    ['facebook-post', '链接图', 'Link post', 1200, 630],
    ['facebook-cover', '封面', 'Cover', 1640, 624],
  ]),
  ...platform('world', 'LinkedIn', 'LinkedIn', [
    ['linkedin-post', '链接图', 'Link post', 1200, 627],
    ['linkedin-banner', '个人横幅', 'Profile banner', 1584, 396],
  ]),
  ...platform('world', 'Pinterest', 'Pinterest', [['pinterest-pin', 'Pin 图', 'Pin', 1000, 1500]]),
  ...platform('world', '网页分享', 'Web page', [['open-graph', '分享图', 'Link preview', 1200, 630]]),
  ...platform('icon', '应用商店', 'App stores', [
    ['app-store-icon', 'App Store 图标', 'App Store icon', 1024, 1024],
    ['google-play-icon', 'Google Play 图标', 'Google Play icon', 512, 512],
    ['google-play-feature', 'Google Play 置顶大图', 'Google Play feature graphic', 1024, 500],
  ]),
  ...platform('icon', '网站图标', 'Web icons', [
    ['favicon', '网站图标', 'Favicon', 32, 32],
    ['apple-touch-icon', '苹果主屏图标', 'Apple touch icon', 180, 180],
    ['web-app-icon', '网页应用图标', 'Web app icon', 192, 192],
    ['web-app-icon-large', '网页应用大图标', 'Large web app icon', 512, 512],
  ]),
  ...platform('icon', '头像', 'Avatar', [['avatar', '通用头像', 'Profile picture', 400, 400]]),
];

export const platformIds = platformSizes.map(size => size.id) as [string, ...string[]];

/** What people call a size. The name of a platform alone stands for its usual size. */
export const platformWords: Readonly<Record<string, string>> = {
  'bilibili-cover': 'B站|哔哩哔哩|bilibili',
  'bilibili-column': 'B站专栏|哔哩哔哩专栏|bilibili article',
  'douyin-cover': '抖音|douyin',
  'douyin-cover-3-4': '抖音主页|douyin profile',
  'kuaishou-cover': '快手|kuaishou',
  'channels-cover': '视频号|wechat channels',
  'youtube-thumbnail': 'youtube|油管|youtube thumbnail',
  'youtube-banner':
    'youtube 横幅|youtube横幅|油管横幅|频道横幅|youtube banner|youtube channel|channel banner|channel art',
  'youtube-shorts': 'shorts|youtube shorts',
  'tiktok-cover': 'tiktok',
  'twitch-banner': 'twitch',
  'xiaohongshu-3-4': '小红书|xiaohongshu|rednote',
  'xiaohongshu-1-1': '小红书方图|小红书正方形',
  'wechat-article-cover': '公众号|头条封面|wechat article',
  'wechat-article-square': '次条|公众号次条',
  'wechat-moments': '朋友圈|wechat moments',
  'wechat-moments-cover': '朋友圈封面|朋友圈背景',
  'weibo-post': '微博|weibo',
  'weibo-cover': '微博头条',
  'zhihu-cover': '知乎|zhihu',
  'taobao-main': '淘宝|天猫|taobao|tmall',
  'jd-main': '京东|jd.com',
  'pinduoduo-main': '拼多多|pinduoduo',
  'amazon-main': '亚马逊|amazon',
  'shopify-product': 'shopify',
  'instagram-portrait': 'instagram|insta|ins|ig',
  'instagram-square': 'instagram square|square instagram|instagram 方图|ins方图',
  'instagram-story': 'story|stories|快拍|instagram story|instagram stories|insta story|ig story',
  'x-post': 'twitter|推特|x post',
  'x-header': 'twitter header|twitter banner|推特横幅|x header',
  'facebook-post': 'facebook|fb|脸书',
  'facebook-cover': 'facebook cover|fb cover|脸书封面',
  'linkedin-post': 'linkedin|领英',
  'linkedin-banner': 'linkedin banner|linkedin cover|linkedin header|领英横幅',
  'pinterest-pin': 'pinterest',
  'open-graph': '分享图|link preview|open graph|og image',
  'app-store-icon': 'app store|苹果应用商店',
  'google-play-icon': 'google play|谷歌商店',
  'google-play-feature': '置顶大图|feature graphic',
  favicon: '网站图标|favicon',
  'apple-touch-icon': 'apple touch icon|苹果主屏图标',
  'web-app-icon': 'web app icon|pwa icon|网页应用图标',
  avatar: '头像|avatar|profile picture|profile photo|profile pic',
};
