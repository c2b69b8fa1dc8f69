// Every route of the product in one table: its path, its title, whether it requires a login, and its page, loaded on demand.

import type { ListedTool } from 'contract/tool.ts';
import { type ComponentType, lazy } from 'react';
import { plannedTools } from './planned-tools.ts';
import type { AppRoute, PageProps } from './route.ts';
import { settings } from './settings.ts';

type Page = ComponentType<PageProps>;
const page = (load: () => Promise<Page>) => lazy(async () => ({ default: await load() }));

const ToolRoutePage = page(async () => {
  const { ToolPage } = await import('./pages/tool-page.tsx');
  return ({ route }) => <ToolPage tool={route.tool!} />;
});
const EditorPage = page(async () => (await import('./editor/editor-page.tsx')).EditorPage);
const DesignsPage = page(async () => (await import('./designs/designs-page.tsx')).DesignsPage);
const DesignPage = page(async () => (await import('./designs/design-page.tsx')).DesignPage);
const PlannedPage = page(async () => (await import('./pages/error-pages.tsx')).PlannedPage);
const TextPage = page(async () => (await import('./pages/text-page.tsx')).TextPage);
const EntrancePage = page(async () => (await import('./login/entrance-page.tsx')).EntrancePage);
const WorkflowsPage = page(async () => (await import('./workflows/workflows-page.tsx')).WorkflowsPage);
const ProductsPage = page(async () => (await import('./pages/products-page.tsx')).ProductsPage);
const SharedPage = page(async () => (await import('./app-install/shared-page.tsx')).SharedPage);
const DownloadPage = page(async () => (await import('./pages/products-page.tsx')).DownloadPage);
const UserCenterPage = page(async () => (await import('./user-center/user-center-page.tsx')).UserCenterPage);
const SandboxPage = page(async () => (await import('./sandbox/sandbox-page.tsx')).SandboxPage);
const AdminPage = page(async () => (await import('./admin/admin-page.tsx')).AdminPage);
const MembershipPage = page(async () => (await import('./membership/membership-page.tsx')).MembershipPage);
const ChatPage = page(async () => (await import('./chat/chat-page.tsx')).ChatPage);
const NotFoundPage = page(async () => (await import('./pages/error-pages.tsx')).NotFoundPage);

const isPublic = { requireAuth: false } as const;

/** A page that is mostly words. */
const textPage = (path: string, zh: string, en: string): AppRoute => ({
  path,
  title: { zh, en },
  ...isPublic,
  Page: TextPage,
});

/** Pages that only exist on servers that sell memberships; on others, their addresses lead to /404. */
const moneyRoutes: readonly AppRoute[] = [
  {
    path: '/membership',
    title: { zh: '会员充值', en: 'Membership' },
    ...isPublic,
    samePage: 'offers',
    Page: MembershipPage,
  },
  { path: '/coins', title: { zh: '金币充值', en: 'Coins' }, ...isPublic, samePage: 'offers', Page: MembershipPage },
  textPage('/privilege', '会员权益', 'Member benefits'),
  textPage('/refund', '退款说明', 'Refund policy'),
  { path: '/sandbox/cashier', title: { zh: '模拟收银台', en: 'Sandbox cashier' }, ...isPublic, Page: SandboxPage },
  { path: '/userCenter/recharge', title: { zh: '充值记录', en: 'Orders' }, Page: UserCenterPage },
  { path: '/userCenter/uses', title: { zh: '使用记录', en: 'Usage' }, Page: UserCenterPage },
  { path: '/userCenter/coupons', title: { zh: '优惠券', en: 'Coupons' }, Page: UserCenterPage },
  { path: '/receipt/:orderNo', title: { zh: '收据', en: 'Receipt' }, Page: UserCenterPage },
];

/** Tools with a page of their own instead of the workflow. */
const ownPages: Readonly<Record<string, AppRoute['Page']>> = {
  '/editor/imageEditor': EditorPage,
  '/editor/design': DesignsPage,
  '/editor/design/:id': DesignPage,
};

/** Returns the whole table. The home page is a parameter, because unlike all other pages it is part of the first load. */
export function buildRoutes(catalogue: readonly ListedTool[], HomePage: Page): readonly AppRoute[] {
  const toolRoutes = Object.entries(plannedTools).map(([path, title]): AppRoute => {
    const tool = catalogue.find(entry => entry.route === path);
    return tool
      ? { path, title, ...isPublic, tool, Page: ownPages[path] ?? ToolRoutePage }
      : { path, title, ...isPublic, Page: ownPages[path] ?? PlannedPage };
  });
  const laterTools = catalogue.filter(tool => !(tool.route in plannedTools));
  return [
    { path: '/', title: { zh: '首页', en: 'Home' }, ...isPublic, Page: HomePage },
    ...toolRoutes,
    ...laterTools.map(tool => ({
      path: tool.route,
      title: { zh: tool.name, en: tool.name },
      ...isPublic,
      tool,
      Page: ownPages[tool.route] ?? ToolRoutePage,
    })),
    { path: '/login', title: { zh: '登录', en: 'Log in' }, ...isPublic, Page: EntrancePage },
    { path: '/login-loading', title: { zh: '正在登录', en: 'Logging in' }, ...isPublic, Page: EntrancePage },
    { path: '/account/register', title: { zh: '注册', en: 'Create an account' }, ...isPublic, Page: EntrancePage },
    {
      path: '/account/resetPassword',
      title: { zh: '找回密码', en: 'Reset password' },
      ...isPublic,
      Page: EntrancePage,
    },
    { path: '/userCenter', title: { zh: '个人中心', en: 'Account' }, redirectTo: '/userCenter/personalInfo' },
    { path: '/userCenter/personalInfo', title: { zh: '个人信息', en: 'Profile' }, Page: UserCenterPage },
    { path: '/userCenter/accountSetting', title: { zh: '账号设置', en: 'Security' }, Page: UserCenterPage },
    { path: '/userCenter/devices', title: { zh: '登录设备', en: 'Devices' }, Page: UserCenterPage },
    { path: '/userCenter/apiKeys', title: { zh: 'API 密钥', en: 'API keys' }, Page: UserCenterPage },
    { path: '/userCenter/webhooks', title: { zh: 'Webhook', en: 'Webhooks' }, Page: UserCenterPage },
    ...(settings.membership ? moneyRoutes : []),
    { path: '/refresh', title: { zh: '刷新中', en: 'Refreshing' }, Page: EntrancePage },
    { path: '/chat', title: { zh: '智能助手', en: 'Assistant' }, ...isPublic, samePage: 'chat', Page: ChatPage },
    { path: '/chat/:uuid', title: { zh: '智能助手', en: 'Assistant' }, ...isPublic, samePage: 'chat', Page: ChatPage },
    { path: '/workflows', title: { zh: '工作流', en: 'Workflows' }, ...isPublic, Page: WorkflowsPage },
    { path: '/products', title: { zh: '产品中心', en: 'Products' }, ...isPublic, Page: ProductsPage },
    { path: '/download', title: { zh: '客户端下载', en: 'Download apps' }, ...isPublic, Page: DownloadPage },
    { path: '/shared', title: { zh: '打开文件', en: 'Open files' }, ...isPublic, Page: SharedPage },
    ...catalogue.map(tool => ({
      path: `/help/${tool.name}`,
      title: { zh: '使用教程', en: 'Tutorial' },
      ...isPublic,
      tool,
      Page: TextPage,
    })),
    textPage('/help', '帮助中心', 'Help'),
    textPage('/tutorial', '使用教程', 'Tutorial'),
    textPage('/faq', '常见问题', 'FAQ'),
    textPage('/agreement', '用户协议', 'Terms of service'),
    textPage('/privacy', '隐私政策', 'Privacy policy'),
    textPage('/contact', '联系我们', 'Contact us'),
    textPage('/about', '关于', 'About'),
    { path: '/sandbox', title: { zh: '沙盒', en: 'Sandbox' }, ...isPublic, Page: SandboxPage },
    { path: '/sandbox/wechat', title: { zh: '微信登录', en: 'WeChat login' }, ...isPublic, Page: SandboxPage },
    { path: '/admin', title: { zh: '管理后台', en: 'Operations' }, ...isPublic, redirectTo: '/admin/overview' },
    { path: '/admin/:section', title: { zh: '管理后台', en: 'Operations' }, ...isPublic, Page: AdminPage },
    { path: '/404', title: { zh: '页面不存在', en: 'Page does not exist' }, ...isPublic, Page: NotFoundPage },
  ];
}
