// The strings of the sandbox's cashier.
import { defineWords } from 'contract/words.ts';

export const cashierWords = defineWords({
  zh: {
    title: '模拟收银台',
    plain: '这是沙盒，不会扣款',
    plainText: '真实环境中，这里是微信支付、支付宝或 PayPal 的付款页面。点“模拟付款”后，订单会像真的付过一样生效。',
    off: '这台服务器没有模拟付款',
    unknown: '没有这笔付款，请回到下单的页面重试',
    waiting: '其他待付款的订单',
    nothing: '没有待付款的订单',
    nothingText: '选择套餐并下单后，付款会出现在这里。',
    toPlans: '查看套餐',
    playedWay: '{way}（模拟）',
    pay: '模拟付款 {price}',
    paid: '已付款，可以回到下单的页面',
    back: '返回并查看结果',
    closed: '订单已关闭，不能再付款',
  },
  en: {
    title: 'Sandbox cashier',
    plain: 'This is a sandbox. No money is taken',
    plainText:
      'On a live server, this would be the page of WeChat Pay, Alipay or PayPal. Press “Simulate payment” and the order counts as paid.',
    off: 'Payments are not simulated on this server',
    unknown: 'Payment not found. Go back to where you ordered and try again',
    waiting: 'Other open orders',
    nothing: 'No open orders',
    nothingText: 'Choose a plan and place an order, and its payment appears here.',
    toPlans: 'See plans',
    playedWay: '{way} (simulated)',
    pay: 'Simulate payment of {price}',
    paid: 'Paid. You can go back to where you ordered',
    back: 'Go back and see the result',
    closed: 'This order is closed and can’t be paid',
  },
});
