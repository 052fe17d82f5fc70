import { blocksOf, type Choice, mergeOf } from './merge.ts';
import type { Side } from './merge-blocks.ts';
import { emptyDraft, type PressReleaseDraft } from './press-release-draft.ts';

const base: PressReleaseDraft = { ...emptyDraft, title: 'Figures', content: '<p>One.</p><p>Two.</p><p>Three.</p>' };
const merged = (
  mine: Partial<PressReleaseDraft>,
  theirs: Partial<PressReleaseDraft>,
  choices: readonly (readonly [string, Choice])[] = [],
) => {
  const merge = mergeOf(base, { ...base, ...mine }, { ...base, ...theirs });
  const own = merge.parts.flatMap(({ key, changedBy }) => (changedBy === null ? [] : [[key, changedBy] as const]));
  return { merge, text: merge.result(new Map([...own, ...choices])) };
};

it('takes what only one of both changed, on either side', () => {
  const { merge, text } = merged(
    { content: '<p>One!</p><p>Two.</p><p>Three.</p>', sendEmail: true },
    { title: 'Figures of 2026', content: '<p>One.</p><p>Two.</p><p>Three!</p>' },
  );
  expect(merge.parts.map(({ name, changedBy }) => [name, changedBy])).toEqual([
    ['Title', 'theirs'],
    ['E-mail', 'mine'],
    ['Text, 1 of 2', 'mine'],
    ['Text, 2 of 2', 'theirs'],
  ]);
  expect(text).toEqual({
    ...base,
    title: 'Figures of 2026',
    sendEmail: true,
    content: '<p>One!</p><p>Two.</p><p>Three!</p>',
  });
});

it('takes neighbouring paragraphs each from who changed it', () => {
  const myChange = { content: '<p>One.</p><p>Two, by me.</p><p>Three.</p>' };
  const theirChange = { content: '<p>One, by them.</p><p>Two.</p><p>Three.</p>' };
  const { merge, text } = merged(myChange, theirChange);
  expect(merge.parts.map((part) => [part.changedBy, part.both])).toEqual([
    ['theirs', undefined],
    ['mine', undefined],
  ]);
  expect(text.content).toBe('<p>One, by them.</p><p>Two, by me.</p><p>Three.</p>');
});

it('offers no both where one of them removed it', () => {
  const { merge } = merged({ content: '<p>One.</p><p>Three.</p>' }, { content: base.content.replace('Two', 'Second') });
  expect(merge.parts).toMatchObject([{ changedBy: null, theirs: '<p>Second.</p>', mine: '' }]);
  expect(merge.parts[0]).not.toHaveProperty('both');
});

it.each<[Choice, string]>([
  ['both', '<p>One.</p><p>Theirs.</p><p>Mine.</p><p>Three.</p>'],
  ['mine', '<p>One.</p><p>Mine.</p><p>Three.</p>'],
  ['theirs', '<p>One.</p><p>Theirs.</p><p>Three.</p>'],
])('asks where both changed the same: %s', (side, content) => {
  const [mine, theirs] = ['Mine', 'Theirs'].map((word) => base.content.replace('Two', word));
  const { merge } = merged({ content: mine ?? '' }, { content: theirs ?? '' });
  const [part] = merge.parts;
  expect(part).toMatchObject({ name: 'Text', changedBy: null });
  expect(merge.result(new Map([[part?.key ?? '', side]])).content).toBe(content);
});

it('keeps what one added and the other did not touch, and drops what one removed', () => {
  expect(merged({ content: `${base.content}<p>Mine.</p>` }, {}).text.content).toBe(`${base.content}<p>Mine.</p>`);
  expect(merged({}, { content: `<p>Theirs.</p>${base.content}` }).text.content).toBe(`<p>Theirs.</p>${base.content}`);
  expect(merged({ content: '<p>One.</p><p>Three.</p>' }, {}).text.content).toBe('<p>One.</p><p>Three.</p>');
  expect(merged({}, { content: '<p>One.</p><p>Two.</p>' }).text.content).toBe('<p>One.</p><p>Two.</p>');
});

it('keeps the space between two marked words', () => {
  const content = `${base.content}<p><strong>A</strong> <em>B</em></p>`;
  expect(merged({ content }, { title: 'Figures of 2026' }).text.content).toBe(content);
});

it('sees no difference in attributes that only the server writes', () => {
  const link = '<p><a href="https://x.example/" target="_blank">x</a></p>';
  const cleaned = '<p><a href="https://x.example/" rel="noopener noreferrer">x</a></p>';
  expect(mergeOf(base, { ...base, content: link }, { ...base, content: cleaned }).parts).toEqual([]);
});

it('consists of whole blocks, without scripts', () => {
  expect(
    blocksOf('text<ul><li>a</li><li>b</li></ul><table><tbody><tr><td>1</td></tr></tbody></table><script>x()</script>'),
  ).toEqual(['<p>text</p>', '<ul><li>a</li><li>b</li></ul>', '<table><tbody><tr><td>1</td></tr></tbody></table>']);
});

it('a table says the same whether its heading row stands apart or not', () => {
  const head = '<tr><th scope="col">Day</th></tr>';
  const apart = `<table><thead>${head}</thead><tbody><tr><td>1</td></tr></tbody></table>`;
  expect(blocksOf(apart)).toEqual([`<table><tbody>${head}<tr><td>1</td></tr></tbody></table>`]);
});

describe('the time', () => {
  const at = { at: '2026-12-01T07:00', zone: 'Europe/Berlin' };
  const time = (
    mine: Partial<PressReleaseDraft>,
    theirs: Partial<PressReleaseDraft>,
    original: Partial<PressReleaseDraft> = {},
  ) => mergeOf({ ...base, ...original }, { ...base, ...mine }, { ...base, when: 'draft', ...theirs }).parts;

  it('of a draft is no difference while it is not stored', () => {
    expect(time({ when: 'now' }, {}, { when: 'now' })).toEqual([]);
    expect(time({ when: 'now' }, {}, { when: 'draft' })).toEqual([]);
    expect(time({ when: 'later', ...at }, at, { when: 'now' })).toEqual([]);
  });

  it.each<
    [
      string,
      Partial<PressReleaseDraft>,
      Partial<PressReleaseDraft>,
      Partial<PressReleaseDraft>,
      Side | null,
      string,
      string,
    ]
  >([
    ['planned by them', { when: 'now' }, at, { when: 'now' }, 'theirs', 'Now', '2026-12-01 07:00 (Europe/Berlin)'],
    ['planned by me', { when: 'later', ...at }, {}, {}, 'mine', '2026-12-01 07:00 (Europe/Berlin)', 'Not yet'],
    [
      'planned by both',
      { when: 'later', ...at },
      { ...at, zone: 'Asia/Tokyo' },
      {},
      null,
      '2026-12-01 07:00 (Europe/Berlin)',
      '2026-12-01 07:00 (Asia/Tokyo)',
    ],
  ])('%s is chosen by who changed it', (_, mine, theirs, original, changedBy, mineWords, theirWords) => {
    expect(time(mine, theirs, original)).toMatchObject([
      { name: 'Publish', changedBy, mine: mineWords, theirs: theirWords },
    ]);
  });

  it('is taken as a whole: when, time, zone and which of two', () => {
    const chosen = { when: 'later' as const, at: '2026-10-25T02:30', zone: 'Europe/Berlin', isSecond: true };
    const merge = mergeOf(base, base, { ...base, ...chosen });
    expect(merge.parts[0]?.theirs).toBe('2026-10-25 02:30 (Europe/Berlin, the second time)');
    expect(merge.result(new Map([['time', 'theirs']]))).toMatchObject(chosen);
  });
});
