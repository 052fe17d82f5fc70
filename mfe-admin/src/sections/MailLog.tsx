import {
  addressOf,
  exportMails,
  MAIL_KINDS,
  type Mail,
  type MailExportQuery,
  type MailKindName,
  type MailSort,
  searchedWords,
} from '@cytocomm/contract';
import { Button, Select, toast } from '@cytocomm/kit';
import { Panel, TableSkeleton, useRowsAtOnce } from '@cytocomm/kit/dashboard';
import {
  BulkBar,
  type BulkBarProps,
  type Choice,
  ChoiceField,
  choiceNamed,
  choicesIn,
  ExportLink,
  FilterBar,
  GridPages,
  problemMessage,
  SearchField,
  useChosen,
  useEach,
  useListState,
} from '@cytocomm/portal-api';
import { confirmExport } from '../lists/confirm-export.ts';
import { MailTable, useMailPages, useRetryMail } from '../mail/MailTable.tsx';

/** Mails of which state are shown: those in trouble unless the address says otherwise. */
type MailChoice = 'all' | NonNullable<MailExportQuery['status']>;

/** Which mails are shown, as the address holds it. */
interface MailListState {
  readonly search: string;
  readonly sort: MailSort;
  readonly choice: MailChoice;
  readonly kind: MailKindName | undefined;
}

const DEFAULT: MailChoice = 'troubled';
const NEWEST: MailSort = '-createdAt';
const SORTS: readonly MailSort[] = ['createdAt', '-createdAt', 'to', '-to', 'kind', '-kind'];

/** What can be chosen, in the order of the list, with the words for people. */
const MAIL_CHOICES: readonly Choice<MailChoice>[] = [
  { value: 'troubled', label: 'In trouble' },
  { value: 'all', label: 'All mails' },
  { value: 'waiting', label: 'Waiting' },
  { value: 'sending', label: 'Being sent' },
  { value: 'sent', label: 'Sent' },
  { value: 'failed', label: 'Failed' },
  { value: 'dropped', label: 'Not wanted any more' },
];

/** All kinds of mail, in the order of their words. */
const KINDS = choicesIn<MailKindName>(MAIL_KINDS);

/** Returns the choice of this name; those in trouble for any other text. */
const mailChoiceOf = (text: string | null): MailChoice => choiceNamed(MAIL_CHOICES, text) ?? DEFAULT;

/** Returns the order that a grid asks for, if the list has it. */
const mailSortOf = (sort: string | null): MailSort => SORTS.find((each) => each === sort) ?? NEWEST;

const read = (fields: URLSearchParams): MailListState => ({
  search: (fields.get('q') ?? '').trim().slice(0, 254),
  sort: mailSortOf(fields.get('sort')),
  choice: mailChoiceOf(fields.get('status')),
  kind: choiceNamed(KINDS, fields.get('about')),
});

const write = ({ search, sort, choice, kind }: MailListState) => ({
  q: search,
  sort: sort === NEWEST ? '' : sort,
  status: choice === DEFAULT ? '' : choice,
  about: kind ?? '',
});

/** Returns which mails are shown, and what changes it. */
const useMailListState = () => useListState({ read, write });

/** Returns the query of a state, without pages. */
function queryOf({ search, sort, choice, kind }: MailListState): MailExportQuery {
  return {
    ...(sort !== NEWEST && { sort }),
    ...(search !== '' && { search: searchedWords(search) }),
    ...(choice !== 'all' && { status: choice }),
    ...(kind !== undefined && { kind }),
  };
}

interface MailBulkProps extends Pick<BulkBarProps, 'selected' | 'onSelect'> {
  /** The mails that are chosen, by their ids. */
  readonly chosen: ReadonlyMap<string, Mail>;
}

const count = (number: number) => `${number} ${number === 1 ? 'mail' : 'mails'}`;

/** Sends all mails again that are chosen and have failed. What could not be sent, or was not reached, stays chosen. */
function MailBulk({ chosen, selected, onSelect }: MailBulkProps) {
  const [retry] = useRetryMail();
  const { run, ...each } = useEach(problemMessage);
  const failedOnes = [...chosen.values()].filter(({ status }) => status === 'failed').map(({ id }) => id);
  const nameOf = (id: string) => chosen.get(id)?.to ?? id;

  const sendAll = async () => {
    const { done, failed, left } = await run(failedOnes, (id) => retry({ params: { id } }), nameOf);
    onSelect(new Set([...failed.map(({ key }) => key), ...left]));
    const stopped = left.length === 0 ? '' : `; stopped before ${count(left.length)}`;
    if (done.length > 0) toast.success(`${count(done.length)} on the way again${stopped}`);
  };

  return (
    <BulkBar label="Selected mails" selected={selected} onSelect={onSelect} each={each}>
      {({ busy, disabled }) => (
        <>
          <Button
            variant="secondary"
            size="small"
            icon="retry"
            busy={busy}
            disabled={disabled || failedOnes.length === 0}
            onClick={() => void sendAll()}
          >
            Send again
          </Button>
          {failedOnes.length < selected.size && !busy ? (
            <span>{failedOnes.length || 'None'} of them failed: only what failed is sent again.</span>
          ) : null}
        </>
      )}
    </BulkBar>
  );
}

interface MailFiltersProps {
  readonly state: MailListState;
  readonly onChange: (changed: Partial<MailListState>) => void;
}

/** The search field and the filters of the list. */
function MailFilters({ state, onChange }: MailFiltersProps) {
  return (
    <FilterBar>
      <SearchField
        byWords
        label="Search mails"
        hideLabel
        maxLength={254}
        placeholder="Part of an address"
        value={state.search}
        onSearch={(search) => onChange({ search })}
      />
      <Select
        label="Which mails"
        hideLabel
        value={state.choice}
        onChange={({ target }) => onChange({ choice: mailChoiceOf(target.value) })}
      >
        {MAIL_CHOICES.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
      <ChoiceField
        label="What mails are about"
        hideLabel
        value={state.kind}
        all="About anything"
        choices={KINDS}
        onChange={(kind) => onChange({ kind })}
      />
    </FilterBar>
  );
}

const PAGE_SIZE = 20;

/** Returns the text of an empty list. */
function nothingFound({ search, choice, kind }: MailListState): string {
  if (search === '' && kind === undefined && choice === 'troubled') return 'No mail is in trouble.';
  if (search === '' && kind === undefined && choice === 'all') return 'No mail has been sent yet.';
  return 'There is no such mail.';
}

const idOf = ({ id }: Mail) => id;

/** The portal's mails: what failed and why, and sending it again. */
export default function MailLog() {
  const [state, change] = useMailListState();
  const query = queryOf(state);
  const pages = useMailPages({ query: { limit: useRowsAtOnce(PAGE_SIZE), ...query } });
  const { chosen, selected, select } = useChosen(pages, idOf);
  return (
    <Panel
      title="Mail"
      lead="Every mail is sent once or its failure stands here."
      actions={<ExportLink href={addressOf(exportMails, {}, query)} onClick={confirmExport} />}
    >
      <MailFilters state={state} onChange={change} />
      <MailBulk chosen={chosen} selected={selected} onSelect={select} />
      <GridPages
        query={pages}
        pending={<TableSkeleton label="Loading mails" columns={5} rows={3} />}
        failed="The mails could not be loaded."
      >
        {(mails, busy) => (
          <MailTable
            mails={mails}
            sort={state.sort}
            onSort={(sort) => change({ sort: mailSortOf(sort) })}
            selected={selected}
            onSelect={select}
            empty={nothingFound(state)}
            busy={busy}
          />
        )}
      </GridPages>
    </Panel>
  );
}
