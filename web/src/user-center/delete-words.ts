// The strings of deleting an account.
import { defineWords } from 'contract/words.ts';

export const deleteWords = defineWords({
  zh: {
    title: '注销账号',
    close: '关闭',
    cancel: '取消',
    lostTitle: '注销后无法恢复，以下内容将永久删除：',
    lostPerson: '昵称、头像、手机号和绑定的微信',
    lostFiles: '全部任务、上传的文件和处理结果',
    lostMembership: '会员时间、剩余次数和金币，不予退还',
    lostLogins: '所有设备上的登录',
    typeWord: '请输入“{word}”确认',
    word: '注销账号',
    confirm: '永久注销',
    gone: '账号已注销',
    goneNext: '您的资料和文件已删除。不登录也可以继续使用工具。',
    noProof: '请先设置密码或绑定手机号，用于验证身份。',
  },
  en: {
    title: 'Delete account',
    close: 'Close',
    cancel: 'Cancel',
    lostTitle: 'This can’t be undone. The following will be permanently deleted:',
    lostPerson: 'Your nickname, picture, phone number and linked WeChat',
    lostFiles: 'All tasks, uploads and results',
    lostMembership: 'Remaining membership, uses and coins, without refund',
    lostLogins: 'Your logins on all devices',
    typeWord: 'Type “{word}” to confirm',
    word: 'DELETE',
    confirm: 'Delete permanently',
    gone: 'Account deleted',
    goneNext: 'Your data and files have been deleted. You can still use the tools without an account.',
    noProof: 'Set a password or add a phone number first, so we can verify it’s you.',
  },
});
