// An exhibition: cut-paper shapes in a row, the name in small, widely spaced letters.
import { circle, rect } from '../../outline.ts';
import { cover, text } from '../../sketch.ts';
import { defineTemplate } from '../../template.ts';

export const paperShapes = defineTemplate({
  id: 'paper-shapes',
  category: 'banner',
  size: 'banner',
  title: { zh: '艺术展横幅', en: 'Exhibition banner' },
  tags: { zh: '展览 艺术 美术馆 抽象 几何', en: 'exhibition art museum abstract geometric gallery' },
  palette: 'swiss',
  draw: ({ c, w, h, t }) => [
    cover(
      [
        { path: rect(0, 0, 480, 480), fill: c.accent },
        { path: 'M0 480A480 480 0 0 1 480 0V480Z', fill: c.ink },
        { path: rect(480, 0, 480, 480), fill: c.second },
        { path: circle(720, 240, 170), fill: c.paper },
        { path: rect(960, 0, 480, 480), fill: c.ink },
        { path: 'M960 0H1440L960 480Z', fill: c.accent },
        { path: rect(1440, 0, 480, 480), fill: c.soft },
        { path: 'M1440 480V240A240 240 0 0 1 1920 240V480Z', fill: c.ink },
        { path: circle(1680, 240, 90), fill: c.accent },
      ],
      0,
      0,
      w,
      h,
    ),
    text(t('形状的对话', 'Shapes in talk'), 100, 540, 900, {
      size: t(120, 124),
      weight: 900,
      color: c.ink,
      leading: 1.2,
    }),
    text(t('剪纸与几何，三十件作品', 'Cut paper and geometry, thirty works'), 104, 698, 900, {
      size: 36,
      color: c.ink,
    }),
    text(t('6 月 1 日 – 8 月 31 日\n周一闭馆', '1 June – 31 August\nclosed on Mondays'), 1240, 560, 580, {
      size: 46,
      weight: 700,
      color: c.accent,
      align: 'right',
      leading: 1.45,
    }),
  ],
});
