// The strings for plan, points, uses and the end of a membership.
import { defineWords } from 'contract/words.ts';

export const personWords = defineWords({
  zh: {
    freePlan: '普通用户',
    memberPlan: '会员',
    points: '金币',
    usesLeft: '剩余次数',
    validUntil: '有效期至',
    forever: '永久有效',
    owed: '待抵扣',
    owedCoins: '{count} 个金币',
    owedUses: '{count} 次',
  },
  en: {
    freePlan: 'Standard',
    memberPlan: 'Member',
    points: 'Coins',
    usesLeft: 'Uses left',
    validUntil: 'Valid until',
    forever: 'Forever',
    owed: 'To pay back',
    owedCoins: '{count} {count:coin|coins}',
    owedUses: '{count} {count:use|uses}',
  },
});
