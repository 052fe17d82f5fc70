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
import { type GalleryGroup, LONG_TEXT, LONG_WORD, on, phone, under } from './entry.ts';

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
  entries: {
    FileDrop: {
      Empty: <Files hint="PDF, at most 100 MB." multiple />,
      Hover: under('hover', <Files />),
      Focus: under('focus', <Files />),
      Filled: <Files multiple first={[report('Annual report 2025.pdf', 1_400_000), report(`${LONG_WORD}.pdf`, 700)]} />,
      Error: <Files error="Choose a file first." />,
      Disabled: <Files disabled first={[report('Annual report 2024.pdf', 99_000)]} />,
      'On a phone': phone(360, <Files multiple first={[report(`${LONG_TEXT}.pdf`, 4_200_000)]} />),
    },
    RichText: {
      'Cleaned HTML': (
        <RichText html="<h3>Results</h3><p>See <a href='https://example.com'>the study</a>.</p><script>alert(1)</script>" />
      ),
      'A long word on a phone': phone(120, <RichText html={`<p>${LONG_WORD}</p>`} />),
      'A wide table on a phone': phone(200, <RichText html={wideTable} />),
    },
    ScreenFrame: {
      'A desk, drawn smaller': (
        <ScreenFrame title="A desk" width={1280} onEscape={() => undefined}>
          <RichText html={wideTable} />
        </ScreenFrame>
      ),
      'A phone': (
        <ScreenFrame title="A phone" width={390} onEscape={() => undefined}>
          <RichText html={wideTable} />
        </ScreenFrame>
      ),
    },
    DateCalendar: {
      'A day chosen, days marked': (
        <DateCalendar
          defaultValue={dayjs('2025-11-20')}
          markedDays={new Set(['2025-11-06', '2025-11-20'])}
          reduceAnimations
        />
      ),
      'It only shows': <DateCalendar defaultValue={dayjs('2025-11-20')} disabled reduceAnimations />,
      'On a phone': phone(380, <DateCalendar defaultValue={dayjs('2025-11-20')} reduceAnimations />),
    },
    DatePicker: {
      'A day': <ADay />,
      Empty: <ADay first="" />,
      'Bounds and help': <ADay min="2025-11-10" max="2025-11-28" hint="While the study runs." />,
      'An error': <ADay error="The last day must not be before the first one." />,
      'On a phone': phone(200, <ADay label={LONG_TEXT} first="" />),
    },
    DateTimePicker: {
      'A moment': <Moment hint="by the clocks of New York" />,
      'An error': <Moment error="It ends before it begins." />,
    },
    ZonedTimeField: {
      'A time shown twice': <ZonedTime first="2025-10-26T02:30" />,
      'A time that is never shown': <ZonedTime first="2025-03-30T02:30" />,
      'On a phone': phone(300, <ZonedTime first="2025-10-26T02:30" />),
    },
  },
};

export const typography: GalleryGroup = {
  id: 'typography',
  title: 'Typography',
  entries: {
    Heading: {
      'Its sizes': (
        <>
          {(['display', 'headline', 'title-large', 'title', 'title-small'] as const).map((size) => (
            <Heading key={size} level={3} size={size} underline={size === 'headline'}>
              Let cells report
            </Heading>
          ))}
        </>
      ),
      'Long text on a phone': phone(560, <Heading level={2}>{`${LONG_TEXT} ${LONG_WORD}`}</Heading>),
      'On ink': on(
        'ink',
        <Heading level={3} size="headline" underline>
          Let cells report
        </Heading>,
      ),
    },
    Prose: {
      'Everything it may hold': (
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
        </Prose>
      ),
      'A long word on a phone': phone(
        120,
        <Prose>
          <p>{LONG_WORD}</p>
        </Prose>,
      ),
      'On ink': on(
        'ink',
        <Prose>
          <p>
            {LONG_TEXT} <a href="https://example.com">A study</a>
          </p>
        </Prose>,
      ),
    },
    SkipLink: {
      'Comes into view with the focus': phone(
        90,
        <>
          <SkipLink />
          <p id="main">Press Tab in this page.</p>
        </>,
      ),
    },
    VisuallyHidden: {
      'Spoken, not drawn': (
        <p>
          12 <VisuallyHidden>reports</VisuallyHidden> <span aria-hidden="true">· “reports” is spoken</span>
        </p>
      ),
    },
  },
};
