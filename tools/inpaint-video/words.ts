// The title and description of watermark removal from clips. The strings of its screen are in screen-words.ts.
import { defineWords } from 'contract/words.ts';

export const words = defineWords({
  zh: {
    title: '视频去水印',
    blurb: '去除视频里的台标、半透明水印和字幕，只改动水印和字幕本身，声音不变',
    keywords:
      '视频去水印 去台标 去字幕 去logo 去文字 去除水印 短视频 半透明水印 消除 remove watermark video 打码 人脸 马赛克',
  },
  en: {
    title: 'Video Watermark Remover',
    blurb: 'Remove logos, see-through watermarks and subtitles from video. Nothing else changes',
    keywords:
      'video watermark remover remove logo text subtitle delogo erase see-through clip clean up inpaint blur face faces mosaic',
  },
});
