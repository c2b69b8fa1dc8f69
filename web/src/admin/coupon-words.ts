// The strings of the operators' list of coupons.
import { defineWords } from 'contract/words.ts';

export const couponWords = defineWords({
  zh: {
    addCoupon: '新增优惠券',
    couponName: '内部名称',
    couponNameHint: '小写字母、数字和连字符，用户看不到',
    amountOff: '立减金额',
    percentOff: '折扣（减百分之几）',
    minimum: '最低消费',
    forWhat: '适用于',
    anything: '不限',
    ends: '结束时间',
    firstDay: '生效日期',
    lastDay: '截止日期',
    wholeDay: '当天全天有效，按 {zone} 时区',
    pieces: '总张数',
    isOnOffer: '可领取',
  },
  en: {
    addCoupon: 'Add a coupon',
    couponName: 'Internal name',
    couponNameHint: 'Lower-case letters, digits and hyphens. Customers don’t see it',
    amountOff: 'Amount off',
    percentOff: 'Percent off',
    minimum: 'Minimum spend',
    forWhat: 'Valid for',
    anything: 'Anything',
    ends: 'Ends',
    firstDay: 'First day',
    lastDay: 'Last day',
    wholeDay: 'Valid all that day in the time zone {zone}',
    pieces: 'How many',
    isOnOffer: 'Can be claimed',
  },
});
