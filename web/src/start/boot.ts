// Runs before the first paint as a plain script: applies the theme chosen by the user, stores the browser's install prompt, and decides whether the
// painted home page may be shown. It imports nothing, so that it stays one tiny file; the rules for the language are those of choose-language.ts.
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
}
