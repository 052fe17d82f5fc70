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
import { type GalleryGroup, LONG_TEXT, LONG_WORD, on, phone } from './entry.ts';
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
  entries: {
    Card: {
      'At rest': <Card>{LONG_TEXT}</Card>,
      'A long word': phone(150, <Card>{LONG_WORD}</Card>),
      'On mist': on('mist', <Card>{LONG_TEXT}</Card>),
      'On ink': on('ink', <Card>{LONG_TEXT}</Card>),
    },
    Tag: {
      'Neutral, teal, amber, coral': (
        <>
          <Tag>Draft</Tag>
          <Tag tone="teal">Published</Tag>
          <Tag tone="amber">Waiting</Tag>
          <Tag tone="coral">Failed</Tag>
        </>
      ),
      Live: (
        <Tag tone="teal" live>
          Live
        </Tag>
      ),
      'Long text': <Tag tone="amber">{LONG_TEXT}</Tag>,
      'On ink': on('ink', <Tag>Draft</Tag>),
    },
    DataTable: {
      'Three rows': table('People', people(3)),
      Empty: table('No people', []),
      'Long text': table('People with long addresses', [longRow, ...people(1)]),
      'Many rows': table('Many people', people(40)),
      'On a phone': phone(640, table('People on a phone', [longRow, ...people(2)])),
    },
  },
};

const names = Object.keys(shapes).filter((name): name is IconName => name in shapes);

export const motifs: GalleryGroup = {
  id: 'motifs',
  title: 'Icons and motifs',
  entries: {
    Icon: {
      'All of them': (
        <ul className={classes.icons}>
          {names.map((name) => (
            <li key={name}>
              <Icon name={name} />
              {name}
            </li>
          ))}
        </ul>
      ),
      'Small, medium, large': (
        <>
          <Icon name="calendar" size="small" />
          <Icon name="calendar" />
          <Icon name="calendar" size="large" />
        </>
      ),
      'With words of its own': <Icon name="warning" label="Needs attention" />,
      'On ink': on('ink', <Icon name="realtime" size="large" />),
    },
    Logo: {
      'Mark and name': <Logo />,
      'On ink': on('ink', <Logo />),
    },
    CellMotif: {
      'On paper': <CellMotif className={classes.cell} />,
      'On ink': on('ink', <CellMotif className={classes.cell} />),
    },
    SignalTrace: {
      Short: <SignalTrace shape="short" />,
      Divider: <SignalTrace />,
      'Recording, live, on ink': on('ink', <SignalTrace shape="recording" live />),
    },
  },
};

const cards = (count: number) =>
  Array.from({ length: count }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: alike, and never reordered
    <Card key={index}>Card {index + 1}</Card>
  ));

const TONES: readonly Tone[] = ['paper', 'mist', 'ink'];

export const layout: GalleryGroup = {
  id: 'layout',
  title: 'Layout',
  entries: {
    Container: {
      'As wide as a page': <Container>{LONG_TEXT}</Container>,
    },
    Band: Object.fromEntries(
      TONES.map((tone) => [
        `On ${tone}`,
        <Band key={tone} tone={tone} spacing="compact" aria-label={`A band of ${tone}`}>
          <p>{LONG_TEXT}</p>
        </Band>,
      ]),
    ),
    Section: {
      'With a lead': (
        <Section title="What cells report" lead={LONG_TEXT} tone="mist">
          <p>Its content.</p>
        </Section>
      ),
      'On a phone': phone(
        560,
        <Section title="What cells report on a phone" lead={LONG_TEXT}>
          <p>Its content.</p>
        </Section>,
      ),
    },
    Grid: {
      'Two columns': <Grid columns={2}>{cards(2)}</Grid>,
      'Three columns, more than a row': <Grid>{cards(5)}</Grid>,
      'Four columns': <Grid columns={4}>{cards(4)}</Grid>,
      'On a phone': phone(330, <Grid columns={4}>{cards(3)}</Grid>),
    },
  },
};
