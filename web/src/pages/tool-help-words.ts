// The ways to the assistant, where people look for help.
import { defineWords } from 'contract/words.ts';

export const toolHelpWords = defineWords({
  zh: { assistant: '智能助手', askAssistant: '没有找到答案？问智能助手' },
  en: { assistant: 'Assistant', askAssistant: 'Didn’t find an answer? Ask the assistant' },
});
