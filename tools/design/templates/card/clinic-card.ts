// A card for a clinic, with a QR code for appointments.
import { icon } from '../../icons.ts';
import { box, disc, qr, text } from '../../sketch.ts';
import { defineTemplate } from '../../template.ts';

export const clinicCard = defineTemplate({
  id: 'clinic-card',
  category: 'card',
  size: 'businessCard',
  title: { zh: '牙科诊所预约卡', en: 'Clinic appointment card' },
  tags: { zh: '名片 诊所 医生 预约 牙科 二维码', en: 'clinic dentist doctor appointment card qr' },
  palette: 'mint',
  background: 'paper',
  draw: ({ c, w, h, t }) =>
    [
      box(0, h - 170, w, 170, c.accent, { isLocked: true }),
      disc(128, 128, 62, c.soft),
      icon('heart-pulse', 88, 88, 80, c.accent, 2),
      text(t('晨光口腔', 'Daylight Dental'), 220, 84, 560, {
        size: t(66, 58),
        weight: 900,
        color: c.ink,
        leading: 1.2,
      }),
      text(t('温柔看牙，准时叫号', 'Gentle hands, on time'), 222, 174, 520, { size: 30, color: c.accent, weight: 500 }),
      text(t('下次见面', 'Next visit'), 70, 270, 300, { size: 28, color: c.ink, weight: 700 }),
      text(t('＿＿ 月 ＿＿ 日　＿＿ 点', '____ / ____   at ______'), 70, 326, 600, { size: 40, color: c.ink }),
      qr('https://example.com/book', 800, 190, 210, c.ink, c.paper),
      text(t('扫码改约', 'Scan to change'), 780, 408, 250, { size: 25, color: c.ink, align: 'center' }),
      text(t('0571-5550-0189　每天 9:00 – 20:00', '+1 555 0189 · daily 9 am – 8 pm'), 70, 522, 920, {
        size: 36,
        weight: 700,
        color: c.paper,
      }),
      text(t('青年路 21 号二楼', '21 Young Street, second floor'), 70, 576, 920, { size: 26, color: c.paper }),
    ].filter(layer => layer.y - layer.height / 2 < h),
});
