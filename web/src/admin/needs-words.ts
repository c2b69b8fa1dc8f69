// The strings of the overview, and of freezing an account.
import { defineWords } from 'contract/words.ts';

export const needsWords = defineWords({
  zh: {
    calm: '没有需要处理的事',
    diskFine: '磁盘剩余 {free} GB，保留 {reserve} GB',
    diskLow: '磁盘快满了：剩余 {free} GB，低于保留的 {reserve} GB，新任务会被拒绝。请清理或扩容',
    idleLane: '队列 {lane} 有 {count} 个任务在等，但没有处理进程',
    stuckOrders: '需要处理的订单（{count}）',
    allStuck: '查看全部',
    failures: '失败的任务（保留期内）',
    freeze: '冻结',
    freezeOf: '冻结“{name}”',
    freezeHint: '所有设备立即退出登录，解冻前不能登录。已提交的任务会继续完成。',
    unfreeze: '解冻',
    unfreezeOf: '解冻“{name}”',
    unfreezeHint: '可以重新登录，之前的登录已全部失效。',
    frozenFor: '已冻结：{reason}',
    freezeAct: '冻结账号',
    unfreezeAct: '解冻账号',
  },
  en: {
    calm: 'Nothing needs you',
    diskFine: '{free} GB free on the disk, {reserve} GB kept in reserve',
    diskLow:
      'The disk is nearly full: {free} GB free, below the reserve of {reserve} GB. New work is refused until there is room',
    idleLane: '{count} {count:task|tasks} waiting in lane {lane}, which no worker serves',
    stuckOrders: 'Orders that need you ({count})',
    allStuck: 'Show all',
    failures: 'Failed tasks (while they are kept)',
    freeze: 'Freeze',
    freezeOf: 'Freeze “{name}”',
    freezeHint:
      'All devices are logged out at once, and nobody can log in until you unfreeze it. Tasks already sent are finished.',
    unfreeze: 'Unfreeze',
    unfreezeOf: 'Unfreeze “{name}”',
    unfreezeHint: 'The account can log in again. All earlier logins have ended.',
    frozenFor: 'Frozen: {reason}',
    freezeAct: 'Freeze account',
    unfreezeAct: 'Unfreeze account',
  },
});
