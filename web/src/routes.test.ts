// Compares the route table with the specified list of routes, and tests the login guard on it.
import { tools } from 'tools/index.ts';
import { expect, test } from 'vitest';
import { plannedTools } from './planned-tools.ts';
import { decidePassage, findRoute } from './router/guard.ts';
import { buildRoutes } from './routes.tsx';
import { settings } from './settings.ts';

const HomePage = () => null;
settings.membership = true;
const routes = buildRoutes(tools, HomePage);

const publicPaths = [
  '/',
  ...[
    'cutoutImage',
    'inpaintImage',
    'inpaintVideo',
    'markImage',
    'markVideo',
    'videoConverter',
    'aiProduct',
    'upScale',
    'quality',
    'denoise',
    'certified',
    'thumbnails',
    'textToImage',
    'imageAnime',
    'imageToText',
    'videoToText',
    'imageConverter',
    'gif',
    'imageEditor',
    'imageExpand',
    'videoParsing',
    'design',
    'design/42',
  ].map(name => `/editor/${name}`),
  '/login',
  '/login-loading',
  '/account/register',
  '/account/resetPassword',
  '/404',
  ...[
    'help',
    'tutorial',
    'refund',
    'agreement',
    'membership',
    'coins',
    'privilege',
    'faq',
    'contact',
    'about',
    'download',
    'products',
    'workflows',
    'shared',
    'help/cutout-image',
  ].map(name => `/${name}`),
];
const guardedPaths = ['/userCenter', '/userCenter/personalInfo', '/userCenter/recharge', '/refresh'];

test.each(publicPaths)('%s needs no login and has a page and a title in both languages', path => {
  const route = findRoute(routes, path);
  expect(route?.Page).toBeDefined();
  expect(route?.title.zh).toBeTruthy();
  expect(route?.title.en).toBeTruthy();
  expect(decidePassage(routes, path, false)).toEqual({ kind: 'enter' });
});

test.each(guardedPaths)('%s requires a login', path => {
  expect(decidePassage(routes, path, false)).toEqual({ kind: 'refuse' });
  expect(decidePassage(routes, path, true).kind).not.toBe('refuse');
});

test('a route requires a login by default', () => {
  const silent = [{ path: '/new' }];
  expect(decidePassage(silent, '/new', false)).toEqual({ kind: 'refuse' });
  expect(decidePassage(silent, '/new', true)).toEqual({ kind: 'enter' });
});

test('the personal centre redirects to the personal info', () => {
  expect(decidePassage(routes, '/userCenter', true)).toEqual({ kind: 'redirect', to: '/userCenter/personalInfo' });
});

test.each(['/nowhere', '/editor', '/editor/unknown', '/editor/design/1/2', '/help/nothing'])(
  '%s leads to the 404 page',
  path => {
    expect(decidePassage(routes, path, false)).toEqual({ kind: 'redirect', to: '/404' });
    expect(decidePassage(routes, path, true)).toEqual({ kind: 'redirect', to: '/404' });
  },
);

const moneyPaths = [
  ...['/membership', '/coins', '/privilege', '/refund', '/receipt/5b0e', '/sandbox/cashier'],
  ...['recharge', 'uses', 'coupons'].map(name => `/userCenter/${name}`),
];

test.each(moneyPaths)('%s exists only where memberships are sold', path => {
  expect(findRoute(routes, path)).toBeDefined();
  settings.membership = false;
  const free = buildRoutes(tools, HomePage);
  settings.membership = true;
  expect(decidePassage(free, path, true)).toEqual({ kind: 'redirect', to: '/404' });
});

test('every route is matched by its own entry', () => {
  for (const route of routes) {
    const path = route.path.replace(/:\w+/g, 'x');
    expect(findRoute(routes, path)?.path).toBe(route.path);
  }
});

test('an available tool gets the tool page, a planned one the page that says so', () => {
  expect(findRoute(routes, '/editor/imageConverter')?.tool?.name).toBe('image-converter');
  const built: readonly string[] = tools.map(({ route }) => route);
  const planned = Object.keys(plannedTools).filter(path => !built.includes(path) && !path.includes(':'));
  for (const path of planned) expect(findRoute(routes, path)?.tool, path).toBeUndefined();
});
