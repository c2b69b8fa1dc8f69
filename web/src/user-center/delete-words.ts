// The words of deleting an account.
import { defineWords } from 'contract/words.ts';

export const deleteWords = defineWords({
  zh: {
    title: '注销账号',
    close: '关闭',
    cancel: '取消',
    lostTitle: '注销后不能恢复，以下内容会永久删除：',
    lostPerson: '昵称、头像、手机号和绑定的微信',
    lostFiles: '所有任务、上传的文件和处理结果',
    lostMembership: '会员时间、剩余次数和积分，不再退还',
    lostLogins: '所有设备上的登录状态',
    typeWord: '请输入“{word}”确认',
    word: '注销账号',
    confirm: '永久注销',
    gone: '账号已注销',
    goneNext: '您的资料和文件已经删除。这里的工具不登录也可以使用。',
    noProof: '请先设置密码或绑定手机号，用来确认是您本人。',
  },
  en: {
    title: 'Delete account',
    close: 'Close',
    cancel: 'Cancel',
    lostTitle: 'There is no way back. This is deleted for good:',
    lostPerson: 'Your nickname, picture, phone number and bound WeChat',
    lostFiles: 'All tasks, uploaded files and results',
    lostMembership: 'Membership days, uses and points, without a refund',
    lostLogins: 'Your logins on every device',
    typeWord: 'Type “{word}” to confirm',
    word: 'DELETE',
    confirm: 'Delete for good',
    gone: 'Your account is deleted',
    goneNext: 'Your details and files are gone. The tools here work without an account, too.',
    noProof: 'Please set a password or bind a phone number first, to show that it is you.',
  },
});
