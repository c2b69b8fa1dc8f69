// Refusals about money: failed payments, locked results, and deleted records.
import type { Sentence } from './words.ts';

export const moneyErrors = {
  TRIAL_USED_UP: {
    status: 402,
    zh: '今天的免费试用次数已用完。开通会员或使用金币可继续，也可明天再来',
    en: 'You’ve used today’s free tries of this tool. Become a member or use coins to keep going, or come back tomorrow',
  },
  TRIAL_TOO_LONG: {
    status: 402,
    zh: '免费试用最长 {minutes} 分钟，请换短一些的或只截取一段，或开通会员',
    en: 'A free try can be up to {minutes} {minutes:minute|minutes}. Use a shorter clip or part, or become a member',
  },
  TRIAL_TOO_LARGE: {
    status: 402,
    zh: '免费试用的文件不超过 {maxMb} MB，请换小一些的，或开通会员',
    en: 'A free try takes files up to {maxMb} MB. Use a smaller one, or become a member',
  },
  MEMBERSHIP_NEEDED: {
    status: 402,
    zh: '开通会员后可下载完整结果，也可使用 {needed:,} 个金币，{left:您还没有金币|您有 # 个|您有 # 个}',
    en: 'Become a member to download the full result, or use {needed:,} {needed:coin|coins}. {left:You don’t have any yet|You have #|You have #}',
  },
  MEMBERSHIP_EXPIRED: {
    status: 402,
    zh: '您的会员已到期，请充值',
    en: 'Your membership has expired, please recharge',
  },
  USES_MISSING: {
    status: 402,
    zh: '需要 {needed:,} 次，{left:您的次数已用完|您只剩 # 次|您只剩 # 次}，请续费或使用金币',
    en: 'This takes {needed:,} {needed:use|uses}, and {left:you have used up all of yours|you have # left|you have # left}. Renew your membership, or use coins',
  },
  COINS_MISSING: {
    status: 402,
    zh: '需要 {needed:,} 个金币，{left:您还没有金币|您只有 # 个|您只有 # 个}，请先充值',
    en: 'This takes {needed:,} {needed:coin|coins}, {left:and you don’t have any yet|but you have only #|but you have only #}. Top up first',
  },
  RECORD_NOT_FOUND: {
    status: 404,
    zh: '这条记录已被删除',
    en: 'This record has been deleted',
  },
  PLAN_GONE: {
    status: 404,
    zh: '这个套餐已下架，请刷新页面后重新选择',
    en: 'That plan is no longer for sale. Reload the page and choose another',
  },
  COUPON_NOT_FOUND: {
    status: 404,
    zh: '没有这张优惠券，请刷新页面',
    en: 'Coupon not found. Reload the page',
  },
  COUPON_SOLD_OUT: {
    status: 409,
    zh: '优惠券已领完，请留意下次发放',
    en: 'All of these coupons have been claimed. Check back for new ones',
  },
  COUPON_NOT_NOW: {
    status: 409,
    zh: '优惠券不在有效期内，请换一张，或不使用优惠券',
    en: 'This coupon isn’t valid now. Choose another, or pay without one',
  },
  COUPON_NOT_FOR_PLAN: {
    status: 400,
    zh: '优惠券不适用于这个套餐，请换一张，或不使用优惠券',
    en: 'This coupon doesn’t apply to that plan. Choose another, or pay without one',
  },
  COUPON_BELOW_MINIMUM: {
    status: 400,
    zh: '满 {minimum} 才能使用这张优惠券，请换一张，或选择其他套餐',
    en: 'This coupon needs a plan of at least {minimum}. Choose another coupon or plan',
  },
  COUPON_USED: {
    status: 409,
    zh: '优惠券已使用，请换一张，或不使用优惠券',
    en: 'This coupon has been used. Choose another, or pay without one',
  },
  COUPON_IN_USE: {
    status: 409,
    zh: '另一笔未付款的订单正在使用这张优惠券，请先付款，或几分钟后再试',
    en: 'An unpaid order is using this coupon. Pay that order, or try again in a few minutes',
  },
  ORDER_NOT_FOUND: {
    status: 404,
    zh: '订单不存在，请刷新页面',
    en: 'Order not found. Reload the page',
  },
  ORDER_CLOSED: {
    status: 409,
    zh: '订单已关闭或已付款，请重新下单',
    en: 'This order is closed or paid. Place a new one',
  },
  TOO_MANY_ORDERS: {
    status: 429,
    zh: '您有 {most} 个未付款的订单，请先付款，或等它们过期',
    en: 'You have {most} unpaid orders. Pay one of them, or wait until they expire',
  },
  PAY_TYPE_OFF: {
    status: 400,
    zh: '暂不支持这种付款方式，请换一种',
    en: 'This payment method isn’t available. Choose another',
  },
  PAYMENT_FAILED: {
    status: 503,
    zh: '付款渠道暂时无法连接，请稍后再试，或换一种付款方式',
    en: 'We can’t reach the payment service right now. Try again in a moment, or use another payment method',
  },
  PAYMENT_PENDING: {
    status: 409,
    zh: '正在确认这笔付款，暂时不能取消，请稍等片刻',
    en: 'We’re checking this payment, so it can’t be canceled right now. Wait a moment',
  },
  ORDER_REFUNDED: {
    status: 409,
    zh: '这个订单已全额退款，或还没有付款',
    en: 'This order was refunded in full, or was never paid',
  },
  REFUND_REQUEST_OPEN: {
    status: 409,
    zh: '您已经申请过这个订单的退款，请等待答复',
    en: 'You’ve already asked for a refund of this order. Wait for the answer',
  },
  REFUND_TOO_LARGE: {
    status: 400,
    zh: '最多可退 {most}',
    en: 'At most {most} can be refunded',
  },
  RESULT_LOCKED: {
    status: 402,
    zh: '这些结果还没有解锁，请先逐个下载',
    en: 'These results are still locked. Download them one by one first',
  },
} as const satisfies Record<string, Sentence & { status: number }>;
