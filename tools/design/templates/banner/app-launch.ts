// A banner for an app: three simple phones and one claim.
import { rect } from '../../outline.ts';
import { graded, wash } from '../../patterns.ts';
import { art, box, cover, text } from '../../sketch.ts';
import { defineTemplate } from '../../template.ts';

export const appLaunch = defineTemplate({
  id: 'app-launch',
  category: 'banner',
  size: 'banner',
  title: { zh: '应用上线横幅', en: 'App launch banner' },
  tags: { zh: '应用 软件 上线 官网 手机 记账', en: 'app launch software website phone startup' },
  palette: 'neon',
  draw: ({ c, w, h, t }) => {
    const phone = (bars: readonly number[], color: string) => [
      { path: rect(2, 2, 96, 196, 14), fill: c.ink },
      { path: rect(7, 7, 86, 186, 10), fill: c.paper },
      { path: rect(16, 24, 44, 8, 4), fill: color },
      { path: rect(16, 38, 68, 5, 2.5), fill: c.soft },
      { path: bars.map((high, index) => rect(16 + index * 14, 130 - high, 9, high, 3)).join(''), fill: color },
      { path: rect(16, 140, 68, 18, 6) + rect(16, 164, 68, 18, 6), fill: c.soft },
    ];
    return [
      cover(wash(w, h, graded(30, c.ground, c.ground, c.second)), 0, 0, w, h),
      art(phone([30, 50, 42, 70, 60], c.accent), 1080, 210, 300, 600, { degrees: -8 }, [100, 200]),
      art(phone([60, 36, 74, 48, 66], c.accent), 1560, 210, 300, 600, { degrees: 8 }, [100, 200]),
      art(phone([24, 44, 58, 66, 80], c.accent), 1300, 90, 340, 680, {}, [100, 200]),
      text(t('记账\n三秒就够', 'Budgets in\nthree seconds'), 120, 150, 920, {
        size: t(160, 122),
        weight: 900,
        color: c.ink,
        leading: 1.14,
      }),
      text(t('拍一下小票，剩下的交给它', 'Snap the receipt, it does the rest'), 126, t(540, 450), 860, {
        size: 46,
        color: c.ink,
      }),
      box(120, t(640, 560), 360, 96, c.accent, { radius: 0.5 }),
      text(t('免费下载', 'Get it free'), 130, t(662, 582), 340, {
        size: 44,
        weight: 900,
        color: c.ground,
        align: 'center',
      }),
    ];
  },
});
