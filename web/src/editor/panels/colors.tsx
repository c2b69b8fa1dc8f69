// A choice between a few matching colours and any other colour.

import { Swatches } from 'ui/fields/swatches.tsx';
import { useWords } from 'ui/language.tsx';
import { editorWords } from '../words.ts';

const values = ['#16122a', '#ffffff', '#e5484d', '#ff8a1f', '#ffc531', '#23a65f', '#3b8df0', '#5b3df5'] as const;
const names = ['black', 'white', 'red', 'orange', 'yellow', 'green', 'blue', 'violet'] as const;

interface ColorsProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

export function Colors({ label, value, onChange }: ColorsProps) {
  const t = useWords(editorWords);
  const colors = values.map((color, index) => ({ value: color, label: t[names[index]!] }));
  return <Swatches label={label} value={value} colors={colors} onChange={onChange} customLabel={t.otherColor} />;
}
