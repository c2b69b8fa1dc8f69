// A school's letter about a parents' evening: blackboard, chalk line, agenda.
import { bookStack } from '../../pictures.ts';
import { art, box, shape, text } from '../../sketch.ts';
import { defineTemplate } from '../../template.ts';

export const parentsEvening = defineTemplate({
  id: 'parents-evening',
  category: 'notice',
  size: 'portrait',
  title: { zh: '家长会通知', en: 'Parents’ evening' },
  tags: { zh: '家长会 学校 班级 通知 老师 幼儿园', en: 'school parents meeting class teacher evening' },
  palette: 'pine',
  draw: ({ c, w, h, t }) => [
    shape('rectangle', 40, 40, w - 80, h - 80, { stroke: c.accent, strokeWidth: 16, radius: 0.02 }),
    text(t('家长会通知', 'Parents’ Evening'), 100, 120, 880, {
      size: t(150, 104),
      font: t('zcool-kuaile', 'playfair-display'),
      weight: t(400, 900),
      color: c.ink,
      leading: 1.2,
    }),
    text(t('三年级二班', 'Class 3B'), 104, t(320, 262), 600, { size: 54, color: c.accent, weight: 700 }),
    text(
      t(
        '尊敬的家长：\n请您于下周四傍晚到校，\n聊聊孩子这学期的变化。',
        'Dear parents,\nplease join us next Thursday\nto talk about this term.',
      ),
      104,
      t(440, 390),
      880,
      { size: 46, color: c.ink, leading: 1.6 },
    ),
    box(100, 740, 880, 340, c.soft, { radius: 0.08 }),
    text(
      t(
        '18:30　班主任发言\n19:00　各科老师面谈\n19:40　参观孩子们的画展',
        '6:30 pm   A word from the class teacher\n7:00 pm   Meet the subject teachers\n7:40 pm   The children’s paintings',
      ),
      150,
      782,
      800,
      { size: t(48, 40), color: c.ink, leading: t(1.75, 2), weight: 500 },
    ),
    text(t('地点：教学楼 302', 'Room 302, main building'), 104, 1150, 620, { size: 46, weight: 700, color: c.ink }),
    text(t('不能到场请提前告诉我们', 'Can’t make it? Let us know'), 104, 1230, 620, { size: 38, color: c.accent }),
    art(bookStack(c.accent, c.second, c.ink), 740, 1110, 240, 240),
  ],
});
