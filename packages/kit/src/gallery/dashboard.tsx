import { useState } from 'react';
import {
  BarChart,
  ConfirmDialog,
  createPart,
  DashboardTitle,
  DataGrid,
  DeleteButton,
  EmailWords,
  type GridColumn,
  LazyPart,
  Panel,
  StatRow,
  StatTile,
  TableSkeleton,
} from '../dashboard/index.ts';
import { Button } from '../index.ts';
import { type GalleryGroup, LONG_TEXT, LONG_WORD, phone } from './entry.ts';

const coming = createPart<object>('editor', () => new Promise(() => undefined));
const missing = createPart<object>('editor', () => Promise.reject(new Error('The editor is not there.')));
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun'];

function bars(heights: readonly number[]) {
  return <BarChart xAxis={[{ data: MONTHS, scaleType: 'band' }]} series={[{ data: heights, label: 'Sign-ins' }]} />;
}

/** A button and the question that it opens. */
function Asking({ isLoss }: { readonly isLoss: boolean }) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        {isLoss ? 'Discard' : 'Publish'}
      </Button>
      <ConfirmDialog
        open={open}
        question={isLoss ? 'Discard this draft?' : 'Publish this release?'}
        confirmLabel={isLoss ? 'Discard draft' : 'Publish now'}
        cancelLabel={isLoss ? 'Keep draft' : 'Cancel'}
        isLoss={isLoss}
        onConfirm={close}
        onCancel={close}
      >
        <p>{LONG_TEXT}</p>
      </ConfirmDialog>
    </>
  );
}

/** A button that deletes nothing. */
function Deleting(props: { readonly refusal?: string; readonly iconOnly?: boolean }) {
  return (
    <DeleteButton
      {...props}
      name="Annual report 2025"
      question="Delete this report?"
      confirmLabel="Delete report"
      onDelete={() => Promise.resolve()}
    >
      {LONG_TEXT}
    </DeleteButton>
  );
}

interface Person {
  readonly email: string;
  readonly name: string;
}

const personColumns: readonly GridColumn<Person>[] = [
  { key: 'email', header: 'Email', rowHeader: true, sortable: true, width: 200, cell: ({ email }) => email },
  { key: 'name', header: 'Name', sortable: true, cell: ({ name }) => name },
  {
    key: 'actions',
    header: 'Actions',
    cell: ({ email }) => (
      <Button variant="quiet" size="small" aria-label={`Delete ${email}`}>
        Delete
      </Button>
    ),
  },
];

const twoPeople: readonly Person[] = [
  { email: 'ada@lab.example', name: 'Ada Byron' },
  { email: `${LONG_WORD}@lab.example`, name: LONG_TEXT },
];

/** A list whose rows can be chosen and ordered. */
function People({ rows = twoPeople, busy = false }: { readonly rows?: readonly Person[]; readonly busy?: boolean }) {
  const [sort, setSort] = useState('email');
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set(['ada@lab.example']));
  return (
    <DataGrid
      caption="People"
      columns={personColumns}
      rows={rows}
      rowKey={({ email }) => email}
      sort={sort}
      onSort={setSort}
      selected={selected}
      onSelect={setSelected}
      empty={<p>No people found.</p>}
      busy={busy}
    />
  );
}

export const dashboard: GalleryGroup = {
  id: 'dashboard',
  title: 'Dashboard',
  entries: {
    DashboardTitle: {
      'With a line about it': <DashboardTitle title="Investor">Reports, events and company news.</DashboardTitle>,
      Alone: <DashboardTitle title="Admin" />,
    },
    ConfirmDialog: {
      'Asks before a step': <Asking isLoss={false} />,
      'Asks before something is lost': <Asking isLoss />,
    },
    EmailWords: {
      'With room': <EmailWords email="ada.admin@cytocomm.example" />,
      'On a phone': phone(200, <EmailWords email="a-rather-long-address-of-somebody@cytocomm.example" />),
    },
    DeleteButton: {
      'Can be deleted': <Deleting />,
      'In a row': <Deleting iconOnly />,
      'Cannot be deleted': <Deleting refusal="The last admin stays." />,
    },
    DataGrid: {
      'Rows, one of them chosen, with long text': <People />,
      'Other rows on their way': <People busy />,
      'Nothing in it': <People rows={[]} />,
      'On a phone': phone(640, <People />),
    },
    Panel: {
      'With a lead and actions': (
        <Panel title="Documents" lead="Newest first." actions={<Button size="small">Upload</Button>}>
          <p>{LONG_TEXT}</p>
        </Panel>
      ),
      'Title alone': <Panel title="Events">{LONG_TEXT}</Panel>,
      'Long text on a phone': phone(
        520,
        <Panel title={LONG_TEXT} lead={LONG_WORD} actions={<Button size="small">Upload</Button>}>
          <p>{LONG_TEXT}</p>
        </Panel>,
      ),
    },
    StatTile: {
      'A number': (
        <StatRow>
          <StatTile label="Documents" value="1,284" />
        </StatRow>
      ),
      'What it means': (
        <StatRow>
          <StatTile label="Mail waiting" value="3" hint="oldest 4 minutes" />
        </StatRow>
      ),
      Live: (
        <StatRow>
          <StatTile label="Signed in now" value="17" live />
        </StatRow>
      ),
      'Long text': (
        <StatRow>
          <StatTile label={LONG_TEXT} value="123,456,789,012" hint={LONG_WORD} />
        </StatRow>
      ),
    },
    StatRow: {
      'Several wrap': (
        <StatRow>
          {MONTHS.map((month) => (
            <StatTile key={month} label={`Reports in ${month}`} value="12" hint="of 40" />
          ))}
        </StatRow>
      ),
    },
    TableSkeleton: {
      'Four columns': <TableSkeleton label="Loading users" />,
      'Two columns, three rows': <TableSkeleton label="Loading events" columns={2} rows={3} />,
      'On a phone': phone(260, <TableSkeleton label="Loading users" columns={6} rows={4} />),
    },
    LazyPart: {
      'On its way': <LazyPart part={coming} props={{}} height={240} />,
      'Not loaded': <LazyPart part={missing} props={{}} height={240} />,
    },
    BarChart: {
      'Six months': bars([12, 19, 7, 22, 31, 18]),
      'Nothing yet': bars([0, 0, 0, 0, 0, 0]),
      'On a phone': phone(290, bars([12, 19, 7, 22, 31, 18])),
    },
  },
};
