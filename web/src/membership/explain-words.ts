// The price list of uses, and common questions before buying, as pairs of subject and explanation.
import { defineWords } from 'contract/words.ts';

export const explainWords = defineWords({
  zh: {
    pictures:
      '抠图、证件照、去水印、加水印、变清晰、滤镜、拼图、封面、图片转文字、AI 绘画、AI 扩图、AI 商品图、头像变动漫',
    picturesCost: '每张 1 次',
    enlarging: '图片放大',
    enlargingCost: '1 次起，结果超过 1600 万像素按大小增加',
    clips: '视频去水印、加水印和字幕',
    clipsCost: '每 30 秒 1 次',
    speech: '视频转文字',
    speechCost: '每 5 分钟 1 次',
    rest: '图片编辑、格式转换、压缩、尺寸、裁剪、GIF、PDF、视频转换、音画分离、链接解析',
    restCost: '免费',
    usesEnd: '次数会过期吗？',
    usesEndText: '次数在会员有效期内使用。到期后剩余次数保留，续费后可以继续使用。再次购买时，天数和次数都会累加。',
    coinsEnd: '金币会过期吗？',
    coinsEndText: '不会。没有会员时直接用金币；会员次数用完后，也会用金币。',
    failing: '处理失败会扣次数吗？',
    failingText: '不会。失败、取消或没有下载的结果都不扣，预占的次数会退回。',
    refunds: '可以退款吗？',
    refundsText: '可以。条件和办理方式写在退款说明里。',
  },
  en: {
    pictures:
      'Cutouts, ID photos, watermarks on images, sharpening, filters, collages, thumbnails, text from images, AI drawing, AI expansion, product pictures, avatar to anime',
    picturesCost: '1 use per image',
    enlarging: 'Upscaling',
    enlargingCost: '1 use, more above 16 megapixels of result',
    clips: 'Watermarks and subtitles on video, watermark removal from video',
    clipsCost: '1 use per 30 seconds',
    speech: 'Video to text',
    speechCost: '1 use per 5 minutes',
    rest: 'Image editor, converting, compressing, resizing, cropping, GIF, PDF, video conversion, audio extraction, link download',
    restCost: 'Free',
    usesEnd: 'Do uses expire?',
    usesEndText:
      'You can use them while your membership lasts. Any left when it ends are kept for when you renew. Buying again adds both days and uses.',
    coinsEnd: 'Do coins expire?',
    coinsEndText: 'No. They are used when you have no membership, or when your uses have run out.',
    failing: 'Am I charged when something fails?',
    failingText:
      'No. Failed, canceled and never downloaded results cost nothing, and what was set aside for them is given back.',
    refunds: 'Can I get a refund?',
    refundsText: 'Yes. The refund policy says when and how.',
  },
});
