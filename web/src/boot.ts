// Runs before the first paint as a plain script: the theme chosen by hand, the browser's offer to
// install the app, and whether the painted home page may be shown.
// It imports nothing, so that it stays one tiny file; the rules of the language are those of choose-language.ts.
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
  // The painted header keeps a place for an avatar instead of the login button.
  if (read('token')) root.dataset.login = '';

  // Comes once, and maybe before any other script: kept for the button that installs the app.
  addEventListener('beforeinstallprompt', event => {
    event.preventDefault();
    Object.assign(globalThis, { installPrompt: event });
  });

  const [path = '', query = ''] = location.hash.replace(/^#/, '').split('?');
  const asked =
    new URLSearchParams(query).get('lang') ?? new URLSearchParams(location.search).get('lang') ?? read('lang');
  const { brand, englishHost, sandbox } = JSON.parse(document.getElementById('settings')?.textContent || '{}');
  // The painted page holds the sandbox's banner, so that it does not push the page down later.
  if (sandbox) root.dataset.sandbox = '';
  const language = englishHost === location.hostname || /^en\b/i.test(asked ?? '') ? 'en' : 'zh';
  const isHome = location.pathname === '/' && (path === '' || path === '/');
  // The painted page shows our own logo, which must not appear before an operator's.
  root.dataset.painted = isHome && !brand?.logoUrl ? language : 'none';
}
