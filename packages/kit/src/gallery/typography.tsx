import { Heading, Prose, SkipLink, VisuallyHidden } from '../index.ts';
import { type GalleryGroup, LONG_TEXT, LONG_WORD, phone, state } from './entry.ts';

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
