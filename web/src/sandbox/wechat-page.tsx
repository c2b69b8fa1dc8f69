// Replaces WeChat's login page: the user chooses a person and returns with a code.

import { sandboxAuthorize } from 'contract/routes/sandbox.ts';
import { fill } from 'contract/words.ts';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { Button, buttonClasses } from 'ui/button.tsx';
import { useLanguage, useWords } from 'ui/language.tsx';
import { Callout } from 'ui/panels/callout.tsx';
import { call } from '../api.ts';
import { CallError } from '../failures/call-error.ts';
import { Link } from '../router/link.tsx';
import { brandName } from '../settings.ts';
import { PersonaChoice } from './persona-choice.tsx';
import { listPersonas } from './personas.ts';
import { sandboxHeaders, useSandbox } from './use-sandbox.ts';
import { sandboxWords } from './words.ts';

/** Returns the address to return to, or null for an address outside this site. */
function readReturn(search: string): { address: URL; state: string } | null {
  const query = new URLSearchParams(search);
  const wanted = query.get('redirectUri') ?? '';
  const state = query.get('state');
  if (!state || !URL.canParse(wanted)) return null;
  const address = new URL(wanted);
  return address.origin === location.origin ? { address, state } : null;
}

export function WechatPage() {
  const words = useWords(sandboxWords);
  const language = useLanguage();
  const { search } = useLocation();
  const { found } = useSandbox();
  const personas = listPersonas(found, words);
  const [chosen, setChosen] = useState(0);
  const [isLeaving, setIsLeaving] = useState(false);
  const back = readReturn(search);
  const { openId, nickName, name } = personas[chosen]!;

  async function confirm({ address, state }: NonNullable<typeof back>): Promise<void> {
    setIsLeaving(true);
    try {
      const { code } = await call(sandboxAuthorize, { body: { openId, nickName }, headers: sandboxHeaders() });
      address.searchParams.set('code', code);
      address.searchParams.set('state', state);
      location.assign(address);
    } catch (error) {
      // The error has already been shown.
      if (!(error instanceof CallError)) throw error;
      setIsLeaving(false);
    }
  }

  return (
    <div className="page max-w-md pt-10 sm:pt-14">
      <section className="card grid gap-5 p-6 sm:p-8">
        <div className="grid gap-1.5">
          <h1 className="text-2xl font-bold">{words.pageTitle}</h1>
          <p className="text-sm text-soft">{fill(words.pageLead, { brand: brandName(language) })}</p>
        </div>
        {back ? (
          <>
            <PersonaChoice label={words.who} personas={personas} chosen={chosen} onChoose={setChosen} />
            <div className="grid gap-2">
              <Button isWide isBusy={isLeaving} onClick={() => void confirm(back)}>
                {fill(words.confirmAs, { name })}
              </Button>
              <Button variant="quiet" isWide onClick={() => location.assign(back.address)}>
                {words.cancel}
              </Button>
            </div>
          </>
        ) : (
          <Callout
            tone="warn"
            title={words.badAddress}
            actions={
              <Link to="/login" className={buttonClasses({ size: 'sm' })}>
                {words.toLogin}
              </Link>
            }
          />
        )}
      </section>
    </div>
  );
}
