import { type IconName, shapes } from '../icons/Icon.tsx';
import {
  Band,
  Button,
  CalendarDate,
  Card,
  CellMotif,
  Container,
  type DataColumn,
  DataTable,
  EmptyState,
  Grid,
  Icon,
  Logo,
  Section,
  SignalTrace,
  Tag,
  type Tone,
} from '../index.ts';
import { type GalleryGroup, LONG_TEXT, LONG_WORD, phone, state } from './entry.ts';
import classes from './gallery.module.css';

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
        state('Empty', table('No people', [])),
        state('Long text', table('People with long addresses', [longRow, ...people(1)])),
        state('Many rows', table('Many people', people(40))),
        state('On a phone', table('People on a phone', [longRow, ...people(2)]), phone(640)),
      ],
    },
  ],
};

const names = Object.keys(shapes).filter((name): name is IconName => name in shapes);

export const motifs: GalleryGroup = {
  id: 'motifs',
  title: 'Icons and motifs',
  entries: [
    {
      component: 'Icon',
      states: [
        state(
          'All of them',
          <ul className={classes.icons}>
            {names.map((name) => (
              <li key={name}>
                <Icon name={name} />
                {name}
              </li>
            ))}
          </ul>,
        ),
        state(
          'Small, medium, large',
          <>
            <Icon name="calendar" size="small" />
            <Icon name="calendar" />
            <Icon name="calendar" size="large" />
          </>,
        ),
        state('With words of its own', <Icon name="warning" label="Needs attention" />),
        state('On ink', <Icon name="realtime" size="large" />, { tone: 'ink' }),
      ],
    },
    {
      component: 'Logo',
      states: [
        state('Mark and name', <Logo />),
        state('Mark alone', <Logo markOnly />),
        state('On ink', <Logo />, { tone: 'ink' }),
      ],
    },
    {
      component: 'CellMotif',
      states: [
        state(
          'Three variants',
          <>
            <CellMotif className={classes.cell} />
            <CellMotif variant={1} className={classes.cell} />
            <CellMotif variant={2} className={classes.cell} />
          </>,
        ),
        state('On ink', <CellMotif className={classes.cell} />, { tone: 'ink' }),
      ],
    },
    {
      component: 'SignalTrace',
      states: [
        state('Short', <SignalTrace shape="short" />),
        state('Divider', <SignalTrace />),
        state('Recording, live, on ink', <SignalTrace shape="recording" live />, { tone: 'ink' }),
      ],
    },
  ],
};

const TONES: readonly Tone[] = ['paper', 'mist', 'ink'];

const cards = (count: number) =>
  Array.from({ length: count }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: alike, and never reordered
    <Card key={index}>Card {index + 1}</Card>
  ));

export const layout: GalleryGroup = {
  id: 'layout',
  title: 'Layout',
  entries: [
    {
      component: 'Container',
      states: [
        state('As wide as a page', <Container>{LONG_TEXT}</Container>),
        state('As wide as a text', <Container width="text">{LONG_TEXT}</Container>),
      ],
    },
    {
      component: 'Band',
      states: TONES.map((tone) =>
        state(
          `On ${tone}`,
          <Band tone={tone} spacing="compact" aria-label={`A band of ${tone}`}>
            <p>{LONG_TEXT}</p>
          </Band>,
        ),
      ),
    },
    {
      component: 'Section',
      states: [
        state(
          'With a lead',
          <Section title="What cells report" lead={LONG_TEXT} level={3} tone="mist">
            <p>Its content.</p>
          </Section>,
        ),
        state(
          'On a phone',
          <Section title="What cells report on a phone" lead={LONG_TEXT}>
            <p>Its content.</p>
          </Section>,
          phone(560),
        ),
      ],
    },
    {
      component: 'Grid',
      states: [
        state('Two columns', <Grid columns={2}>{cards(2)}</Grid>),
        state('Three columns, more than a row', <Grid>{cards(5)}</Grid>),
        state('Four columns', <Grid columns={4}>{cards(4)}</Grid>),
        state('On a phone', <Grid columns={4}>{cards(3)}</Grid>, phone(330)),
      ],
    },
  ],
};
