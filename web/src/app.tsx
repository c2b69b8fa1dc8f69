// The whole application: language, router with its guard, the page layout, dialogs and toasts.

import { toolList } from 'virtual:tool-list';
import { lazy, Suspense, useEffect } from 'react';
import { useLocation } from 'react-router';
import { LanguageProvider } from 'ui/language.tsx';
import { announce } from './events.ts';
import { HomePage } from './home/home-page.tsx';
import { useLanguageStore } from './language-store.ts';
import { NoticeHost } from './layout/notice-host.tsx';
import { PageFrame } from './layout/page-frame.tsx';
import { titleOf } from './layout/title.ts';
import { LoginHost } from './login/login-host.tsx';
import { keepReturn } from './login/return-path.ts';
import { ErrorBoundary } from './pages/error-boundary.tsx';
import { AppRouter } from './router/app-router.tsx';
import { decidePassage, findRoute } from './router/guard.ts';
import { createHashHistory } from './router/hash-history.ts';
import { buildRoutes } from './routes.tsx';
import { isLoggedIn } from './session.ts';
import { brandName } from './settings.ts';
import { useShopping } from './shopping.ts';
import { shellWords } from './words/shell.ts';

const PayHost = lazy(async () => ({ default: (await import('./pay/pay-host.tsx')).PayHost }));

const routes = buildRoutes(toolList, HomePage);

const landing = location.href;
if (/[?&](agentCode|shareCode|\w*vid|\w*click_?id|sogouid|qz_gdt)=/.test(landing)) {
  void import('./start/attribution.ts').then(({ keepAttribution }) => keepAttribution(landing));
}
// WeChat's page redirects to the root, with its answer before the hash.
if (/[?&]code=/.test(location.search) && /[?&]state=/.test(location.search)) location.hash = '#/login-loading';

const history = createHashHistory((pathname, path) => {
  const passage = decidePassage(routes, pathname, isLoggedIn());
  if (passage.kind === 'refuse') {
    keepReturn(path);
    announce('login:open');
  }
  return passage;
});

export function App() {
  const language = useLanguageStore(state => state.language);
  return (
    <LanguageProvider language={language}>
      <AppRouter history={history}>
        <PageFrame>
          <CurrentPage />
        </PageFrame>
        <LoginHost />
        <Purchases />
        <NoticeHost />
      </AppRouter>
    </LanguageProvider>
  );
}

/** Loaded on the first purchase. */
function Purchases() {
  const isWanted = useShopping(state => state.wish !== null);
  return (
    isWanted && (
      <Suspense fallback={null}>
        <PayHost />
      </Suspense>
    )
  );
}

function CurrentPage() {
  const { pathname } = useLocation();
  const { language, tileWords } = useLanguageStore();
  const route = findRoute(routes, pathname)!;
  const toolTitle = route.tool && tileWords[route.tool.name]?.title;
  const title = titleOf(route, {
    language,
    brand: brandName(language),
    tagline: shellWords[language].tagline,
    toolTitle,
  });
  useEffect(() => {
    document.title = title;
  }, [title]);
  const Page = route.Page!;
  return (
    <ErrorBoundary key={route.samePage ?? pathname}>
      <Suspense fallback={<div className="min-h-dvh" />}>
        <Page route={route} />
      </Suspense>
    </ErrorBoundary>
  );
}
