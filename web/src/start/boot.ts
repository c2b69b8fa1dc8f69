// Runs before the first paint as a plain script: applies the theme chosen by the user, stores the browser's install prompt, decides whether the
// painted home page may be shown, and helps a page whose own script cannot be loaded. It imports nothing, so that it stays one tiny file; the rules
// for the language are those of choose-language.ts.
{
  const root = document.documentElement;
  const read = (name: string) => {
    try {
      return localStorage.getItem(`pixwright.${name}`);
    } catch {
      return null;
    }
  };
  const theme = read('theme');
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
  // The painted header reserves space for an avatar instead of the login button.
  if (read('token')) root.dataset.login = '';

  // The event fires once, possibly before any other script, so it is stored for the install button.
  addEventListener('beforeinstallprompt', event => {
    event.preventDefault();
    Object.assign(globalThis, { installPrompt: event });
  });

  const [path = '', query = ''] = location.hash.replace(/^#/, '').split('?');
  const asked =
    new URLSearchParams(query).get('lang') ?? new URLSearchParams(location.search).get('lang') ?? read('lang');
  const { brand, englishHost, sandbox } = JSON.parse(document.getElementById('settings')?.textContent || '{}');
  // The painted page includes the sandbox banner, so that it does not push the page down later.
  if (sandbox) root.dataset.sandbox = '';
  const language = englishHost === location.hostname || /^en\b/i.test(asked ?? '') ? 'en' : 'zh';
  const isHome = location.pathname === '/' && (path === '' || path === '/');
  // The painted page shows the built-in logo, which must not appear before an operator's own.
  root.dataset.painted = isHome && !brand?.logoUrl ? language : 'none';

  // The painted page would stay for ever, and answer nothing, if a file of the page does not arrive: the line broke, or an update has replaced it.
  const memory = 'pixwright.reloaded-at';
  const pauseMs = 30_000;
  const words =
    language === 'zh'
      ? ['网页没能完整打开。可能是网络中断，或网站刚刚更新。', '重新加载']
      : ['The page didn’t load completely. The connection may have dropped, or the site was just updated.', 'Reload'];
  const tell = () => {
    const note = document.createElement('div');
    note.setAttribute('role', 'alert');
    note.className =
      'fixed inset-x-4 bottom-4 z-60 mx-auto flex max-w-xl items-center gap-4 rounded-2xl bg-ink p-4 text-ground shadow-lift';
    const button = document.createElement('button');
    button.className = 'shrink-0 font-semibold underline';
    button.addEventListener('click', () => location.reload());
    [note.textContent, button.textContent] = words as [string, string];
    note.append(button);
    document.body.append(note);
  };
  /** Reloads once, if the server has a page and there is a memory of it, so that it never reloads for ever; else says what happened. */
  const help = async () => {
    try {
      if (Date.now() - Number(sessionStorage.getItem(memory)) < pauseMs) return tell();
      const page = await fetch(location.href, { cache: 'no-store' });
      if (!page.ok) return tell();
      sessionStorage.setItem(memory, String(Date.now()));
      location.reload();
    } catch {
      tell();
    }
  };
  let isHelped = false;
  const helpOnce = () => {
    if (isHelped || !document.querySelector('[data-first-paint]')) return;
    isHelped = true;
    void help();
  };
  // Errors of elements do not bubble. Stylesheets are no reason: a page without one works.
  addEventListener('error', ({ target }) => target instanceof HTMLScriptElement && helpOnce(), true);
  // From main.tsx.
  addEventListener('pixwright:start-failed', helpOnce);
}
