import { Band, Card, Container, Grid, Section, type Tone } from '../index.ts';
import { type GalleryGroup, LONG_TEXT, phone, state } from './entry.ts';

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
