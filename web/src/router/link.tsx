// A link within the application. React Router's own link includes 7 KB of server rendering that is not needed here.
import type { ComponentProps, MouseEvent } from 'react';
import { useHref, useNavigate } from 'react-router';

interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  to: string;
  /** Replaces the current entry, so that going back does not return here. */
  replace?: boolean;
}

export function Link({ to, replace = false, onClick, ...rest }: LinkProps) {
  const navigate = useNavigate();

  function follow(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event);
    // The browser handles everything but a plain click: a new tab, a new window, a download.
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (event.defaultPrevented || !isPlain || (rest.target && rest.target !== '_self')) return;
    event.preventDefault();
    navigate(to, { replace });
  }

  return <a {...rest} href={useHref(to)} onClick={follow} />;
}
