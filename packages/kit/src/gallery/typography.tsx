import { type ComponentProps, useState } from 'react';
import {
  DateCalendar,
  DatePicker,
  DateTimePicker,
  dayjs,
  FileDrop,
  RichText,
  ScreenFrame,
  ZonedTimeField,
} from '../dashboard/index.ts';
import { Heading, Prose, SkipLink, VisuallyHidden } from '../index.ts';
import { type GalleryGroup, LONG_TEXT, LONG_WORD, phone, state } from './entry.ts';

/** A drop zone that keeps what is dropped. */
function Files({
  first = [],
  ...rest
}: { readonly first?: readonly File[] } & Partial<ComponentProps<typeof FileDrop>>) {
  const [files, setFiles] = useState(first);
  return <FileDrop label="Annual reports" {...rest} files={files} onFiles={setFiles} />;
}

/** A field that keeps its moment. */
function Moment(props: { readonly hint?: string; readonly error?: string }) {
  const [value, setValue] = useState<string | null>('2025-11-20T15:30');
  return <DateTimePicker label="Begins" {...props} value={value} onChange={setValue} />;
}

/** A field in Berlin that keeps its time. */
function ZonedTime({ first }: { readonly first: string }) {
  const [{ value, isSecond }, setTime] = useState<{ value: string | null; isSecond: boolean }>({
    value: first,
    isSecond: false,
  });
  return (
    <ZonedTimeField
      label="Begins"
      zone="Europe/Berlin"
      value={value}
      isSecond={isSecond}
      onChange={(next, second) => setTime({ value: next, isSecond: second })}
    />
  );
}

/** A field that keeps its day. */
function ADay({
  first = '2025-11-20',
  ...rest
}: { readonly first?: string } & Partial<ComponentProps<typeof DatePicker>>) {
  const [value, setValue] = useState(first);
  return <DatePicker label="Date" {...rest} value={value} onChange={setValue} />;
}

const report = (name: string, bytes: number) => new File([new Uint8Array(bytes)], name);
const wideTable =
  '<table><caption>Beats a minute</caption><tbody><tr>' +
  ['Day', 'Dish', 'Before', 'After', 'Change'].map((name) => `<th scope="col">${name}</th>`).join('') +
  `</tr><tr>${'<td>62</td>'.repeat(5)}</tr></tbody></table>`;

export const writing: GalleryGroup = {
  id: 'writing',
  title: 'Writing',
  entries: [
    {
      component: 'FileDrop',
      states: [
        state('Empty', <Files hint="PDF, at most 100 MB." multiple />),
        state('Hover', <Files />, { pointer: 'hover' }),
        state('Focus', <Files />, { pointer: 'focus' }),
        state(
          'Filled',
          <Files multiple first={[report('Annual report 2025.pdf', 1_400_000), report(`${LONG_WORD}.pdf`, 700)]} />,
        ),
        state('Error', <Files error="Choose a file first." />),
        state('Disabled', <Files disabled first={[report('Annual report 2024.pdf', 99_000)]} />),
        state('On a phone', <Files multiple first={[report(`${LONG_TEXT}.pdf`, 4_200_000)]} />, phone(360)),
      ],
    },
    {
      component: 'RichText',
      states: [
        state(
          'Cleaned HTML',
          <RichText html="<h3>Results</h3><p>See <a href='https://example.com'>the study</a>.</p><script>alert(1)</script>" />,
        ),
        state('A long word on a phone', <RichText html={`<p>${LONG_WORD}</p>`} />, phone(120)),
        state('A wide table on a phone', <RichText html={wideTable} />, phone(200)),
      ],
    },
    {
      component: 'ScreenFrame',
      states: [
        state(
          'A desk, drawn smaller',
          <ScreenFrame title="A desk" width={1280} onEscape={() => undefined}>
            <RichText html={wideTable} />
          </ScreenFrame>,
        ),
        state(
          'A phone',
          <ScreenFrame title="A phone" width={390} onEscape={() => undefined}>
            <RichText html={wideTable} />
          </ScreenFrame>,
        ),
      ],
    },
    {
      component: 'DateCalendar',
      states: [
        state(
          'A day chosen, days marked',
          <DateCalendar
            defaultValue={dayjs('2025-11-20')}
            markedDays={new Set(['2025-11-06', '2025-11-20'])}
            reduceAnimations
          />,
        ),
        state('It only shows', <DateCalendar defaultValue={dayjs('2025-11-20')} disabled reduceAnimations />),
        state('On a phone', <DateCalendar defaultValue={dayjs('2025-11-20')} reduceAnimations />, phone(380)),
      ],
    },
    {
      component: 'DatePicker',
      states: [
        state('A day', <ADay />),
        state('Empty', <ADay first="" />),
        state('Bounds and help', <ADay min="2025-11-10" max="2025-11-28" hint="While the study runs." />),
        state('An error', <ADay error="The last day must not be before the first one." />),
        state('On a phone', <ADay label={LONG_TEXT} first="" />, phone(200)),
      ],
    },
    {
      component: 'DateTimePicker',
      states: [
        state('A moment', <Moment hint="by the clocks of New York" />),
        state('An error', <Moment error="It ends before it begins." />),
      ],
    },
    {
      component: 'ZonedTimeField',
      states: [
        state('A time shown twice', <ZonedTime first="2025-10-26T02:30" />),
        state('A time that is never shown', <ZonedTime first="2025-03-30T02:30" />),
        state('On a phone', <ZonedTime first="2025-10-26T02:30" />, phone(300)),
      ],
    },
  ],
};

export const typography: GalleryGroup = {
  id: 'typography',
  title: 'Typography',
  entries: [
    {
      component: 'Heading',
      states: [
        state(
          'Display',
          <Heading level={3} size="display">
            Let cells report
          </Heading>,
        ),
        state(
          'Headline',
          <Heading level={3} size="headline">
            Let cells report
          </Heading>,
        ),
        state(
          'Large title',
          <Heading level={3} size="title-large">
            Let cells report
          </Heading>,
        ),
        state('Title', <Heading level={3}>Let cells report</Heading>),
        state('Small title', <Heading level={4}>Let cells report</Heading>),
        state(
          'Underlined',
          <Heading level={3} size="headline" underline>
            Let cells report
          </Heading>,
        ),
        state('Long text on a phone', <Heading level={2}>{`${LONG_TEXT} ${LONG_WORD}`}</Heading>, phone(560)),
        state(
          'On ink',
          <Heading level={3} size="headline" underline>
            Let cells report
          </Heading>,
          { tone: 'ink' },
        ),
      ],
    },
    {
      component: 'Prose',
      states: [
        state(
          'Everything it may hold',
          <Prose>
            <p>
              {LONG_TEXT} <a href="https://example.com">A study</a> with <strong>weight</strong>, <em>stress</em> and{' '}
              <code>code</code>.
            </p>
            <h3>A list</h3>
            <ul>
              <li>Contraction</li>
              <li>Calcium</li>
            </ul>
            <ol>
              <li>Seed</li>
              <li>Record</li>
            </ol>
            <blockquote>
              <p>What changes is seen on the day that it changes.</p>
            </blockquote>
            <table>
              <thead>
                <tr>
                  <th scope="col">Day</th>
                  <th scope="col">Beats a minute</th>
                </tr>
              </thead>
              <tbody>
                <tr>
                  <td>1</td>
                  <td>42</td>
                </tr>
              </tbody>
            </table>
            <hr />
            <pre>{LONG_WORD}</pre>
          </Prose>,
        ),
        state(
          'A long word on a phone',
          <Prose>
            <p>{LONG_WORD}</p>
          </Prose>,
          phone(120),
        ),
        state(
          'On ink',
          <Prose>
            <p>
              {LONG_TEXT} <a href="https://example.com">A study</a>
            </p>
          </Prose>,
          { tone: 'ink' },
        ),
      ],
    },
    {
      component: 'SkipLink',
      states: [
        state(
          'Comes into view with the focus',
          <>
            <SkipLink />
            <p id="main">Press Tab in this page.</p>
          </>,
          phone(90),
        ),
      ],
    },
    {
      component: 'VisuallyHidden',
      states: [
        state(
          'Spoken, not drawn',
          <p>
            12 <VisuallyHidden>reports</VisuallyHidden> <span aria-hidden="true">· “reports” is spoken</span>
          </p>,
        ),
      ],
    },
  ],
};
