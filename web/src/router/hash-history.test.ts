// Tests the hash history in a window that behaves like a browser's.
import { beforeEach, expect, test, vi } from 'vitest';
import { createHashHistory, type Passage } from './hash-history.ts';

interface Entry {
  hash: string;
  state: unknown;
}

/** A minimal browser history: entries, a position, and popstate events. */
function openWindow(hash: string, pathname = '/') {
  const entries: Entry[] = [{ hash, state: null }];
  let at = 0;
  const target = new EventTarget();
  const hashOf = (url: string) => url.slice(url.indexOf('#'));
  const here = () => entries[at]!;
  vi.stubGlobal('location', {
    pathname,
    search: '',
    get hash() {
      return here().hash;
    },
  });
  vi.stubGlobal('history', {
    get state() {
      return here().state;
    },
    pushState: (state: unknown, _: string, url: string) => {
      entries.splice(at + 1, Number.POSITIVE_INFINITY, { hash: hashOf(url), state });
      at += 1;
    },
    replaceState: (state: unknown, _: string, url: string) => {
      entries[at] = { hash: hashOf(url), state };
    },
  });
  vi.stubGlobal('addEventListener', target.addEventListener.bind(target));
  return {
    move: (steps: number) => {
      at += steps;
      target.dispatchEvent(new Event('popstate'));
    },
    type: (newHash: string) => {
      entries.splice(at + 1, Number.POSITIVE_INFINITY, { hash: newHash, state: null });
      at += 1;
      target.dispatchEvent(new Event('popstate'));
    },
    shown: () => here().hash,
  };
}

const gate = (path: string): Passage => {
  if (path === '/userCenter') return { kind: 'refuse' };
  if (path === '/old') return { kind: 'redirect', to: '/help' };
  if (path === '/round') return { kind: 'redirect', to: '/round' };
  return ['/', '/help', '/faq', '/404'].includes(path) ? { kind: 'enter' } : { kind: 'redirect', to: '/404' };
};

let seen: string[] = [];
beforeEach(() => {
  seen = [];
});

function start(hash: string, pathname = '/') {
  const window = openWindow(hash, pathname);
  const history = createHashHistory(gate);
  history.listen((location, movement) => seen.push(`${movement} ${location.pathname}${location.search}`));
  return { window, history };
}

test('navigates forward and back', () => {
  const { window, history } = start('');
  history.push('/help?a=1');
  expect(window.shown()).toBe('#/help?a=1');
  window.move(-1);
  expect(history.current().pathname).toBe('/');
  expect(seen).toEqual(['push /help?a=1', 'pop /']);
});

test('a guarded link is cancelled, and address and page stay', () => {
  const { window, history } = start('#/help');
  history.push('/userCenter');
  expect(window.shown()).toBe('#/help');
  expect(history.current().pathname).toBe('/help');
  expect(seen).toEqual([]);
});

test('a guarded address that is typed is reverted', () => {
  const { window, history } = start('#/help');
  window.type('#/userCenter');
  expect(window.shown()).toBe('#/help');
  expect(history.current().pathname).toBe('/help');
  expect(seen).toEqual([]);
});

test('a visit to a guarded address starts at the home page', () => {
  const { window, history } = start('#/userCenter');
  expect(window.shown()).toBe('#/');
  expect(history.current().pathname).toBe('/');
});

test('redirects and unknown addresses are resolved for links, typed addresses and the first visit', () => {
  const { window, history } = start('#/nowhere');
  expect(window.shown()).toBe('#/404');
  history.push('/old');
  expect(window.shown()).toBe('#/help');
  window.type('#/gone');
  expect(window.shown()).toBe('#/404');
  expect(seen).toEqual(['push /help', 'pop /404']);
});

test('a path before the hash is an unknown address', () => {
  const { window, history } = start('#/help', '/wp-admin');
  expect(window.shown()).toBe('#/404');
  expect(history.createHref('/help')).toBe('/#/help');
});

test('the language parameter is not part of the location and is not written back', () => {
  const { window, history } = start('#/help?lang=en&a=1');
  expect(history.current().search).toBe('?a=1');
  window.type('#/userCenter');
  expect(window.shown()).toBe('#/help?a=1');
});

test('a circle of redirects throws instead of looping endlessly', () => {
  const { history } = start('');
  expect(() => history.push('/round')).toThrow('circle');
});

test('each entry has a unique key, which is restored when going back', () => {
  const { window, history } = start('');
  const first = history.current().key;
  history.push('/help');
  expect(history.current().key).not.toBe(first);
  window.move(-1);
  expect(history.current().key).toBe(first);
});
