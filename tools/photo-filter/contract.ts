// Photo filters: inputs, looks and strength.
import { defineAsks, wordsOf } from 'contract/asks.ts';
import { type LookId, lookIds, lookNames } from 'contract/looks.ts';
import { photoTypes } from 'contract/media.ts';
import { oneUse } from 'contract/prices.ts';
import { maxPictureBytes } from 'contract/routes/uploads.ts';
import { givesFormat } from 'contract/steps.ts';
import { defineTool } from 'contract/tool.ts';
import { z } from 'zod';

export const filterOptions = z.object({
  /** An id from /web/photoFilterType/getList. */
  filterType: z.enum(lookIds).default('vivid'),
  /** 0 leaves the image unchanged, 100 is the full filter. */
  strength: z.number().min(0).max(100).default(80),
  /** same: the input's format, if it is one of these. */
  format: z.enum(['same', 'jpg', 'png', 'webp']).default('same'),
});
export type FilterOptions = z.output<typeof filterOptions>;

/** Options that a link may set. */
export const asks = defineAsks({
  filterType: {
    choices: lookIds,
    words: wordsOf(lookNames, {
      vivid: '鲜亮|更艳|饱和|vibrant|punchy|colorful|colourful',
      bright: '提亮|亮一点|brighter|brighten',
      soft: '柔和|梦幻|dreamy|glow',
      warm: '暖色调|暖调|偏暖|warmer|warm tone',
      cool: '冷色调|冷调|偏冷|cooler|cool tone|cold',
      'golden-hour': '夕阳|落日|sunset|golden',
      'teal-orange': '青橙色|teal|teal & orange',
      cinema: '电影感|电影风|cinematic|movie|film look',
      faded: '复古|旧照片|老照片|vintage|retro|old photo|old-fashioned',
      film: '胶片|胶卷|analog|analogue|grain|35mm',
      instant: '宝丽来|polaroid',
      'cross-process': 'cross processed|cross processing',
      sepia: '怀旧|棕褐|泛黄|brown tone',
      'black-white': '单色|去色|灰度|黑白色|black & white|b&w|bw|monochrome|grayscale|greyscale|black white',
      noir: '强对比黑白|film noir|high contrast black and white|dramatic black and white',
      'soft-grey': '灰调|soft grey|muted gray',
      pastel: '马卡龙|奶油色',
      night: '夜晚|night look',
      hdr: 'HDR',
      dehaze: '除雾|雾蒙蒙|haze|hazy|foggy|remove fog',
      forest: '森系|日系绿|forest green',
      blossom: '樱花|粉色|粉嫩|cherry blossom|pink',
      'duotone-violet': '双色调|双色|duotone|two tone',
      poster: '海报|posterize|posterized|pop art',
      pencil: '素描|铅笔画|sketch|pencil drawing',
      negative: '反相|底片|负片|颠倒颜色|invert|invert colors|invert colours|inverted colors',
    } satisfies Partial<Record<LookId, string>>),
  },
});

export const photoFilter = defineTool({
  name: 'photo-filter',
  route: '/editor/photoFilter',
  asks,
  category: 'picture',
  icon: 'palette',
  calls: [
    {
      name: 'filter',
      path: '/web/photoFilter',
      keyCode: 'IMAGE_CHANGE',
      lane: 'image',
      cost: oneUse,
      deadlineMs: 100_000,
      startPercent: 40,
      inputs: [{ field: 'imageUrl', required: true, accept: photoTypes, maxBytes: maxPictureBytes }],
      options: filterOptions,
      gives: givesFormat(),
    },
  ],
  lookups: [
    {
      path: '/web/photoFilterType/getList',
      entries: lookIds.map(id => ({ id, name: lookNames[id], cover: `${id}.webp` })),
    },
  ],
});
