// The strings of the operators' view of API keys.
import { defineWords } from 'contract/words.ts';

export const keyWords = defineWords({
  zh: {
    keys: 'API 密钥',
    name: '名称',
    scopes: '权限',
    created: '创建时间',
    lastUsed: '最近使用',
    expires: '到期时间',
    revoked: '撤销',
    revoke: '撤销',
    revokeOf: '撤销密钥“{name}”',
    revokeHint: '使用这个密钥的程序会立即无法调用，且不能恢复。',
    revokeAct: '撤销 API 密钥',
  },
  en: {
    keys: 'API keys',
    name: 'Name',
    scopes: 'Permissions',
    created: 'Created',
    lastUsed: 'Last used',
    expires: 'Expires',
    revoked: 'Revoked',
    revoke: 'Revoke',
    revokeOf: 'Revoke the key “{name}”',
    revokeHint: 'Programs that use this key stop working at once. This can’t be undone.',
    revokeAct: 'API key revoked',
  },
});
