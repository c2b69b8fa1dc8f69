// A setting: its name, its state, and the button that changes it.
import type { ReactNode } from 'react';

interface SettingRowProps {
  icon: ReactNode;
  title: string;
  text: ReactNode;
  action?: ReactNode;
}

export function SettingRow({ icon, title, text, action }: SettingRowProps) {
  return (
    <li className="flex items-center gap-4 border-t border-line p-4 first:border-0 sm:p-5">
      <span aria-hidden className="text-soft [&>svg]:size-5">
        {icon}
      </span>
      <div className="grid min-w-0 flex-1 gap-0.5">
        <h2 className="font-semibold">{title}</h2>
        <div className="text-sm text-soft">{text}</div>
      </div>
      {action}
    </li>
  );
}
