// A quotation: a large quotation mark, one thought, a small signature.
import { plumBranch } from '../../pictures.ts';
import { art, rule, text } from '../../sketch.ts';
import { defineTemplate } from '../../template.ts';

export const plumQuote = defineTemplate({
  id: 'plum-quote',
  category: 'social',
  size: 'square',
  title: { zh: '每日一句', en: 'Line of the day' },
  tags: { zh: '金句 语录 文案 日签 早安 晚安', en: 'quote saying words daily calm' },
  palette: 'berry',
  draw: ({ c, t }) => [
    art(plumBranch(c.ink, c.second, c.accent), 470, -20, 640, 540),
    text('“', 80, 60, 200, { size: 360, font: 'playfair-display', weight: 900, color: c.accent, leading: 1 }),
    text(t('慢慢走，\n花开得比\n你想的早。', 'Walk slowly.\nThings bloom\nbefore you\nnotice.'), 90, t(390, 430), 900, {
      size: t(122, 96),
      font: t('noto-serif-sc', 'playfair-display'),
      weight: t(600, 700),
      color: c.ink,
      leading: t(1.32, 1.18),
    }),
    rule(92, 930, 90, 6, c.accent),
    text(t('三月的一个早晨', 'a morning in March'), 210, 908, 700, { size: 38, color: c.ink }),
  ],
});
