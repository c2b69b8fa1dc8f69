// The login and registration pages, chosen by address. They share most of their code.
import type { PageProps } from '../route.ts';
import { LoginLoadingPage } from './login-loading-page.tsx';
import { LoginPage } from './login-page.tsx';
import { RefreshPage } from './refresh-page.tsx';
import { RegisterPage } from './register-page.tsx';
import { ResetPage } from './reset-page.tsx';

const pages = {
  '/login': LoginPage,
  '/login-loading': LoginLoadingPage,
  '/account/register': RegisterPage,
  '/account/resetPassword': ResetPage,
  '/refresh': RefreshPage,
};

export function EntrancePage({ route }: PageProps) {
  const Page = pages[route.path as keyof typeof pages];
  return <Page route={route} />;
}
