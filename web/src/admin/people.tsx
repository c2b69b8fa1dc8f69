// Users: a search, and the page of one user.
import { listPeople } from 'contract/routes/operators.ts';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { Button } from 'ui/button.tsx';
import { TextField } from 'ui/fields/field.tsx';
import { useWords } from 'ui/language.tsx';
import { Link } from '../router/link.tsx';
import { useFormat } from './format.ts';
import { Awaited, Pager } from './frame.tsx';
import { useAnswer } from './operator.ts';
import { PersonSheet } from './person.tsx';
import { Table } from './table.tsx';
import { adminWords } from './words.ts';

const size = 20;

export function People() {
  const { search } = useLocation();
  const query = new URLSearchParams(search);
  const id = query.get('id');
  return id ? <PersonSheet key={id} id={id} /> : <PeopleList key={search} search={query.get('search') ?? ''} />;
}

function PeopleList({ search }: { search: string }) {
  const words = useWords(adminWords);
  const format = useFormat();
  const navigate = useNavigate();
  const [typed, setTyped] = useState(search);
  const [page, setPage] = useState(1);
  const { answer, failure, again } = useAnswer(listPeople, { search, page, size });
  return (
    <>
      <search>
        <form
          className="flex items-end gap-3"
          onSubmit={event => {
            event.preventDefault();
            navigate(`/admin/people?search=${encodeURIComponent(typed.trim())}`);
          }}
        >
          <div className="min-w-0 flex-1">
            <TextField
              label={words.search}
              placeholder={words.searchPeople}
              name="search"
              type="search"
              value={typed}
              onChange={setTyped}
            />
          </div>
          <Button type="submit">{words.search}</Button>
        </form>
      </search>
      {(!answer || failure !== undefined) && <Awaited failure={failure} onAgain={again} />}
      {answer && (
        <Table
          title={words.people}
          isTitleHidden
          rows={answer.list}
          keyOf={person => person.id}
          columns={[
            {
              name: words.nickName,
              cell: person => (
                <Link to={`/admin/people?id=${person.id}`} className="font-semibold text-accent-ink underline">
                  {person.nickName}
                </Link>
              ),
            },
            { name: words.mobile, cell: person => person.mobile ?? '–' },
            { name: words.username, cell: person => person.username ?? '–' },
            { name: words.registered, cell: person => format.moment(person.createdAt) },
          ]}
        />
      )}
      <Pager page={page} size={size} total={answer?.total} onPage={setPage} />
    </>
  );
}
