// A record fair: one large record cropped by the page, tightly set type beside it.
import { sunAndSea } from '../../patterns.ts';
import { vinyl } from '../../pictures.ts';
import { art, cover, rule, text } from '../../sketch.ts';
import { defineTemplate } from '../../template.ts';

export const recordFair = defineTemplate({
  id: 'record-fair',
  category: 'poster',
  size: 'portrait',
  title: { zh: '黑胶唱片市集', en: 'Record fair' },
  tags: { zh: '音乐 唱片 市集 复古 周末', en: 'music vinyl market retro weekend' },
  palette: 'charcoal',
  draw: ({ c, w, h, t }) => [
    cover(sunAndSea(w, h, c.accent, c.soft), 0, 0, w, h),
    art(vinyl(c.ground, c.second, c.ink), 330, 500, 900, 900, { degrees: 18 }),
    text(t('黑胶\n市集', 'RECORD\nFAIR'), 70, t(70, 66), 900, {
      size: t(260, 290),
      font: t('noto-sans-sc', 'bebas-neue'),
      weight: 900,
      color: c.ink,
      leading: t(1.06, 0.92),
    }),
    text(t('VINYL\nSUNDAY', 'VINYL\nSUNDAY'), 74, 980, 300, {
      size: 56,
      weight: 900,
      color: c.accent,
      leading: 1.1,
      track: 0.06,
    }),
    rule(74, 1130, 180, 8, c.accent),
    text(t('10 月 13 日\n周日 11:00 – 19:00', '13 October\nSunday 11 – 7'), 74, 1160, 330, {
      size: t(38, 38),
      weight: 700,
      color: c.ink,
      leading: 1.45,
    }),
    text(t('铁西旧厂房 B 座\n入场免费', 'Foundry Hall B\nFree entry'), 74, 1290, 330, {
      size: 32,
      color: c.ink,
      leading: 1.45,
    }),
  ],
});
