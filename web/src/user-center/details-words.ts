// The strings of nickname, username and gender.
import { defineWords } from 'contract/words.ts';

export const detailsWords = defineWords({
  zh: {
    nickname: '昵称',
    nicknameHint: '1-20 个字符',
    username: '用户名',
    usernameHint: '4-16 位字母、数字、下划线或连字符，可用于登录',
    gender: '性别',
    male: '男',
    female: '女',
    unsaid: '保密',
    save: '保存修改',
    saved: '已保存',
    nicknameChanged: '昵称修改成功',
  },
  en: {
    nickname: 'Nickname',
    nicknameHint: '1–20 characters',
    username: 'Username',
    usernameHint: '4–16 letters, digits, underscores or hyphens. You can log in with it',
    gender: 'Gender',
    male: 'Male',
    female: 'Female',
    unsaid: 'Prefer not to say',
    save: 'Save changes',
    saved: 'Saved',
    nicknameChanged: 'Nickname changed successfully',
  },
});
