// The pages of the sandbox by their address. The first one states clearly that nothing is sent, shows the codes, and simulates the scanning phone.
import { FlaskConical, TriangleAlert, Wallet } from 'lucide-react';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { buttonClasses } from 'ui/button.tsx';
import { useWords } from 'ui/language.tsx';
import { Callout } from 'ui/panels/callout.tsx';
import { EmptyState } from 'ui/panels/empty-state.tsx';
import { Spinner } from 'ui/spinner.tsx';
import type { PageProps } from '../route.ts';
import { Link } from '../router/link.tsx';
import { store } from '../storage.ts';
import { CashierPage } from './cashier-page.tsx';
import { Inbox } from './inbox.tsx';
import { Phone } from './phone.tsx';
import { useSandbox } from './use-sandbox.ts';
import { WechatPage } from './wechat-page.tsx';
import { sandboxWords } from './words.ts';

const pages = { '/sandbox': Overview, '/sandbox/wechat': WechatPage, '/sandbox/cashier': CashierPage };

export function SandboxPage({ route }: PageProps) {
  const Page = pages[route.path as keyof typeof pages];
  return <Page />;
}

function Overview() {
  const words = useWords(sandboxWords);
  const { search } = useLocation();
  const query = new URLSearchParams(search);
  const opened = query.get('scene');
  const key = query.get('key');
  const navigate = useNavigate();
  // Stored for the other pages of the sandbox, and removed from the address bar.
  if (key) store('sandboxKey', key);
  useEffect(() => {
    if (key) navigate('/sandbox', { replace: true });
  }, [key, navigate]);
  const { found, problem, lookNow } = useSandbox(opened ?? undefined);

  const { sms = true, wechat = true, payments = false } = found?.plays ?? {};
  const title = sms && wechat ? words.plain : sms ? words.plainSms : wechat ? words.plainWechat : words.plainPayments;

  if (problem?.status === 404 || problem?.error === 'SANDBOX_CLOSED') {
    const isClosed = problem.status !== 404;
    const home = (
      <Link to="/" className={buttonClasses()}>
        {words.home}
      </Link>
    );
    return (
      <EmptyState
        icon={<FlaskConical />}
        title={isClosed ? words.closed : words.off}
        text={isClosed ? problem.msg : words.offText}
        actions={home}
      />
    );
  }
  return (
    <div className="page grid max-w-5xl gap-8 pt-10 sm:pt-12">
      <div className="grid gap-5">
        <h1 className="text-4xl font-extrabold tracking-tight">{words.title}</h1>
        <Callout tone="warn" icon={<TriangleAlert />} title={title}>
          {words.plainText}
        </Callout>
        {found && !found.isOpen && (
          <Callout tone="warn" title={words.closed}>
            {words.closedText}
          </Callout>
        )}
        {problem && <Callout tone="bad" title={words.lost} />}
        {payments && (
          <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <Link to="/sandbox/cashier" className={buttonClasses({ variant: 'secondary' })}>
              <Wallet aria-hidden className="size-5" />
              {words.cashier}
            </Link>
            <span className="text-sm text-soft">{words.cashierText}</span>
          </p>
        )}
      </div>
      {found ? (
        <div
          className={`grid gap-10 lg:gap-12 ${sms && wechat && found.isOpen ? 'lg:grid-cols-[minmax(0,1fr)_25rem]' : ''}`}
        >
          {sms && found.isOpen && (
            // On a phone that opened a QR code, the confirmation comes first.
            <div className={opened ? 'max-lg:order-last' : ''}>
              <Inbox messages={found.sms} />
            </div>
          )}
          {wechat && <Phone found={found} opened={opened} onScanned={lookNow} />}
        </div>
      ) : (
        <p className="grid min-h-60 place-items-center">{!problem && <Spinner className="size-7" />}</p>
      )}
    </div>
  );
}
