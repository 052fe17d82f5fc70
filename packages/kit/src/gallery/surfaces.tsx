import { Button, CalendarDate, Card, type DataColumn, DataTable, EmptyState, Tag } from '../index.ts';
import { type GalleryGroup, LONG_TEXT, LONG_WORD, phone, state } from './entry.ts';

interface Person {
  readonly email: string;
  readonly since: string;
  readonly reports: number;
}

const columns: ReadonlyArray<DataColumn<Person>> = [
  { key: 'email', header: 'Email', rowHeader: true, cell: ({ email }) => email },
  { key: 'since', header: 'Since', cell: ({ since }) => <CalendarDate date={since} /> },
  { key: 'reports', header: 'Reports', kind: 'number', cell: ({ reports }) => reports.toLocaleString('en-US') },
  {
    key: 'actions',
    header: 'Actions',
    kind: 'actions',
    cell: ({ email }) => (
      <Button size="small" variant="quiet" aria-label={`Remove ${email}`}>
        Remove
      </Button>
    ),
  },
];

function people(count: number): readonly Person[] {
  return Array.from({ length: count }, (_, index) => ({
    email: `person${index + 1}@example.com`,
    since: '2025-11-20',
    reports: index ** 3,
  }));
}

const table = (caption: string, rows: readonly Person[]) => (
  <DataTable
    caption={caption}
    showCaption
    columns={columns}
    rows={rows}
    rowKey={({ email }) => email}
    empty={<EmptyState title="No users found." />}
  />
);
const longRow: Person = { email: LONG_WORD, since: '2025-11-20', reports: 1_234_567 };

export const surfaces: GalleryGroup = {
  id: 'surfaces',
  title: 'Surfaces',
  entries: [
    {
      component: 'Card',
      states: [
        state('At rest', <Card>{LONG_TEXT}</Card>),
        state('A long word', <Card>{LONG_WORD}</Card>, phone(150)),
        state('On mist', <Card>{LONG_TEXT}</Card>, { tone: 'mist' }),
        state('On ink', <Card>{LONG_TEXT}</Card>, { tone: 'ink' }),
      ],
    },
    {
      component: 'Tag',
      states: [
        state(
          'Neutral, teal, amber, coral',
          <>
            <Tag>Draft</Tag>
            <Tag tone="teal">Published</Tag>
            <Tag tone="amber">Waiting</Tag>
            <Tag tone="coral">Failed</Tag>
          </>,
        ),
        state(
          'Live',
          <Tag tone="teal" live>
            Live
          </Tag>,
        ),
        state('Long text', <Tag tone="amber">{LONG_TEXT}</Tag>),
        state('On ink', <Tag>Draft</Tag>, { tone: 'ink' }),
      ],
    },
    {
      component: 'DataTable',
      states: [
        state('Three rows', table('People', people(3))),
        state('Empty', table('Nobody', [])),
        state('Long text', table('People with long addresses', [longRow, ...people(1)])),
        state('Many rows', table('Many people', people(40))),
        state('On a phone', table('People on a phone', [longRow, ...people(2)]), phone(640)),
      ],
    },
  ],
};
