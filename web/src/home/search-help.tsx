// The next step after a search: the assistant, which also says what no tool does. Loaded together with the search.
import { defineWords, fill } from 'contract/words.ts';
import { MessageCircleQuestion, SearchX } from 'lucide-react';
import { useNavigate } from 'react-router';
import { Button } from 'ui/button.tsx';
import { useWords } from 'ui/language.tsx';
import { EmptyState } from 'ui/panels/empty-state.tsx';

const searchHelpWords = defineWords({
  zh: {
    noHit: '没有找到“{query}”',
    noHitNext: '换个词试试，中文英文都可以；也可以问助手，它会告诉您有没有办法。',
    clearSearch: '清除搜索',
    askAssistant: '问助手',
    notIt: '不是您要找的？',
  },
  en: {
    noHit: 'No results for “{query}”',
    noHitNext: 'Try another word, or ask the assistant: it tells you whether there is a way.',
    clearSearch: 'Clear search',
    askAssistant: 'Ask the assistant',
    notIt: 'Not what you need?',
  },
});

interface SearchHelpProps {
  query: string;
  hasHits: boolean;
  onClear: () => void;
}

export function SearchHelp({ query, hasHits, onClear }: SearchHelpProps) {
  const words = useWords(searchHelpWords);
  const navigate = useNavigate();
  const ask = () => navigate('/chat', { state: { question: query.trim() } });
  const icon = <MessageCircleQuestion aria-hidden className="size-5" />;
  if (hasHits)
    return (
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 pt-5 text-soft">
        <p>{words.notIt}</p>
        <Button variant="secondary" icon={icon} onClick={ask}>
          {words.askAssistant}
        </Button>
      </div>
    );
  return (
    <EmptyState
      icon={<SearchX />}
      title={fill(words.noHit, { query })}
      text={words.noHitNext}
      actions={
        <>
          <Button icon={icon} onClick={ask}>
            {words.askAssistant}
          </Button>
          <Button variant="secondary" onClick={onClear}>
            {words.clearSearch}
          </Button>
        </>
      }
    />
  );
}
