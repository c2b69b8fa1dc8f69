// The strings of pages that replace another one: not found, not available yet.
import { defineWords } from 'contract/words.ts';

export const errorPageWords = defineWords({
  zh: {
    notFound: '页面不存在',
    notFoundNext: '链接可能有误，或页面已经移走。',
    toHome: '回到首页',
    toHelp: '查看帮助',
    notBuilt: '“{tool}”即将上线',
    notBuiltNext: '先试试这些工具：',
    missing: '这台服务器还不能处理视频',
    missingNext:
      '需要先安装 {program}：管理员在服务器上运行 apt-get install {program}，然后重新启动即可。其他工具不受影响。',
    noSpeech: '这台服务器还不能识别语音',
    noSpeechNext:
      '需要先添加语音模型：管理员在服务器上运行 npm run models add whisper-base（或设置 SPEECH_URL），然后重新启动即可。其他工具不受影响。',
  },
  en: {
    notFound: 'Page does not exist',
    notFoundNext: 'The link may be wrong, or the page has moved.',
    toHome: 'Back to home',
    toHelp: 'Get help',
    notBuilt: '{tool} is coming soon',
    notBuiltNext: 'Meanwhile, try one of these tools:',
    missing: 'This server can’t process video yet',
    missingNext:
      'It needs {program}: its operator can run “apt-get install {program}” on the server and start it again. All other tools work.',
    noSpeech: 'This server can’t recognize speech yet',
    noSpeechNext:
      'It needs a speech model: its operator can run “npm run models add whisper-base” on the server (or set SPEECH_URL) and start it again. All other tools work.',
  },
});
