import fc from 'fast-check';
import { type BlockRun, mergeBlocks, type Side } from './merge-blocks.ts';

const listOf = (words: string) => words.split(' ').filter((word) => word !== '');
/** A run in a few letters: what is the same, or by whom it was changed, from theirs to mine; `?` where both did. */
const wordsOf = (run: BlockRun) =>
  'same' in run ? run.same.join(' ') : `${run.changedBy ?? '?'}[${run.theirs.join(' ')}|${run.mine.join(' ')}]`;
const merged = (base: string, mine: string, theirs: string) =>
  mergeBlocks(listOf(base), listOf(mine), listOf(theirs)).map(wordsOf);

it.each<[string, string, string, string, readonly string[]]>([
  ['nothing changed', 'a b', 'a b', 'a b', ['a b']],
  ['neighbours, the first by them', 'a b', 'a B', 'A b', ['theirs[A|a]', 'mine[b|B]']],
  ['neighbours, the first by me', 'a b', 'A b', 'a B', ['mine[a|A]', 'theirs[B|b]']],
  ['three neighbours in turn', 'a b c', 'A b C', 'a B c', ['mine[a|A]', 'theirs[B|b]', 'mine[c|C]']],
  ['two by me, the second by them too', 'a b', 'A B', 'a X', ['mine[a|A]', '?[X|B]']],
  ['the same one by both', 'a b c', 'a X c', 'a Y c', ['a', '?[Y|X]', 'c']],
  ['two by both', 'a b', 'A B', 'a! b!', ['?[a!|A]', '?[b!|B]']],
  ['two by both, wholly anew by them', 'a b', 'A B', 'X Y', ['?[X Y|A B]']],
  ['by both alike', 'a b c', 'a X c', 'a X c', ['a X c']],
  ['several by one', 'a b c', 'X Y c', 'a b c', ['mine[a b|X Y]', 'c']],
  ['removed by me, the next changed by them', 'a b c', 'b c', 'a B c', ['mine[a|]', 'theirs[B|b]', 'c']],
  ['removed by me, changed by them', 'a b c', 'a c', 'a B c', ['a', '?[B|]', 'c']],
  ['removed by both', 'a b c', 'a c', 'a c', ['a c']],
  ['removed by one each', 'a b c', 'b c', 'a c', ['mine[a|]', 'theirs[|b]', 'c']],
  ['added beside a change', 'a b', 'a X b', 'a B', ['a', 'mine[|X]', 'theirs[B|b]']],
  ['added by both at one place', 'a b', 'a X b', 'a Y b', ['a', '?[Y|X]', 'b']],
  ['added by both, in part alike', 'a', 'a X Y', 'a X', ['a X', 'mine[|Y]']],
  ['added at both ends', 'a', 'X a', 'a Y', ['mine[|X]', 'a', 'theirs[Y|]']],
  ['written into nothing by both', '', 'X', 'Y', ['?[Y|X]']],
])('%s', (_, base, mine, theirs, runs) => {
  expect(merged(base, mine, theirs)).toEqual(runs);
});

it('recognizes a rewritten block by its words after another one was removed before it', () => {
  const [first, second, third] = ['<p>It begins.</p>', '<p>The study has ten people.</p>', '<p>It ends.</p>'];
  const myBlocks = ['<p>The study has twelve people.</p>', third];
  const theirBlocks = [first, second, '<p>It ends in May.</p>'];
  expect(mergeBlocks([first, second, third], myBlocks, theirBlocks)).toEqual([
    { theirs: [first, second], mine: ['<p>The study has twelve people.</p>'], changedBy: 'mine' },
    { theirs: ['<p>It ends in May.</p>'], mine: [third], changedBy: 'theirs' },
  ]);
  const both = mergeBlocks([first, second], myBlocks.slice(0, 1), [first, '<p>The study has nine people.</p>']);
  // What I removed may stand in what I wrote anew beside it.
  expect(both.map(wordsOf)).toEqual([
    `?[${first} <p>The study has nine people.</p>|<p>The study has twelve people.</p>]`,
  ]);
});

describe('an edit of several blocks that belong together', () => {
  const begins = 'It begins.';
  const ends = 'It ends with a dinner.';
  const groups = 'The study has ten people in two groups.';
  const theirGroups = 'The study has twelve people in two groups.';
  const first = 'Patients come from three towns nearby.';
  const may = 'The results follow in May of next year.';
  const june = 'The results follow in June of next year.';
  const joint = 'Patients come from three towns nearby, and the results follow in May of next year.';

  it.each<[string, readonly string[], readonly string[], readonly string[], readonly BlockRun[]]>([
    [
      'split by me, changed by them',
      [begins, groups, ends],
      [begins, 'The study has ten people.', 'They are in two groups.', ends],
      [begins, theirGroups, ends],
      [
        { same: [begins] },
        { theirs: [theirGroups], mine: ['The study has ten people.', 'They are in two groups.'], changedBy: null },
        { same: [ends] },
      ],
    ],
    [
      'joined by me, the second changed by them',
      [begins, first, may, ends],
      [begins, joint, ends],
      [begins, first, june, ends],
      [{ same: [begins] }, { theirs: [first, june], mine: [joint], changedBy: null }, { same: [ends] }],
    ],
    [
      'joined by them, the second changed by me, something added by me before them',
      [begins, first, may, ends],
      [begins, 'New here.', first, june, ends],
      [begins, joint, ends],
      [
        { same: [begins] },
        { theirs: [], mine: ['New here.'], changedBy: 'mine' },
        { theirs: [joint], mine: [first, june], changedBy: null },
        { same: [ends] },
      ],
    ],
    [
      'written wholly anew by me as fewer, the second changed by them',
      [begins, first, may, ends],
      [begins, 'Nothing is known.', ends],
      [begins, first, june, ends],
      [{ same: [begins] }, { theirs: [first, june], mine: ['Nothing is known.'], changedBy: null }, { same: [ends] }],
    ],
    [
      'joined by me, something written in the place of the second, which they changed',
      [begins, first, may, ends],
      [begins, joint, 'Nothing else is known.', ends],
      [begins, first, june, ends],
      [
        { same: [begins] },
        { theirs: [first, june], mine: [joint, 'Nothing else is known.'], changedBy: null },
        { same: [ends] },
      ],
    ],
    [
      'moved up by me, changed by them',
      [first, groups, may],
      [may, first, groups],
      [first, groups, june],
      [
        { theirs: [], mine: [may], changedBy: null },
        { same: [first, groups] },
        { theirs: [june], mine: [], changedBy: null },
      ],
    ],
    [
      'moved up and changed by me, changed by them',
      [first, groups, may],
      ['The results follow in July of next year.', first, groups],
      [first, groups, june],
      [
        { theirs: [], mine: ['The results follow in July of next year.'], changedBy: null },
        { same: [first, groups] },
        { theirs: [june], mine: [], changedBy: null },
      ],
    ],
    [
      'moved by both, to two places',
      [begins, first, groups, may],
      [may, begins, first, groups],
      [begins, may, first, groups],
      [
        { theirs: [], mine: [may], changedBy: null },
        { same: [begins] },
        { theirs: [may], mine: [], changedBy: null },
        { same: [first, groups] },
      ],
    ],
    [
      'each changed by me, one removed, another one changed by them',
      [first, groups, may],
      ['Patients come from four towns nearby.', 'The study has nine people in two groups.'],
      ['Patients come from some towns nearby.', groups, may],
      [
        {
          theirs: ['Patients come from some towns nearby.'],
          mine: ['Patients come from four towns nearby.'],
          changedBy: null,
        },
        { theirs: [groups, may], mine: ['The study has nine people in two groups.'], changedBy: 'mine' },
      ],
    ],
  ])('%s', (_, base, mine, theirs, runs) => {
    expect(mergeBlocks(base, mine, theirs)).toEqual(runs);
  });
});

describe('a long text', () => {
  const paragraphs = (count: number, more = '') =>
    Array.from({ length: count }, (_, place) => `n${place} of the paragraphs p${place} q${place} r${place}${more}`);

  it('pairs each paragraph with its own, also after one was added above', () => {
    const theirBlocks = paragraphs(101).with(50, `${paragraphs(101)[50]} theirs`);
    const myBlocks = ['Added at the top.', ...paragraphs(101, ' mine')];
    const runs = mergeBlocks(paragraphs(101), myBlocks, theirBlocks);
    expect(runs).toHaveLength(3);
    expect(runs[1]).toEqual({ theirs: [theirBlocks[50]], mine: [myBlocks[51]], changedBy: null });
  });

  it('with too many paragraphs to compare is one open part', () => {
    const theirBlocks = paragraphs(400).with(50, `${paragraphs(400)[50]} theirs`);
    const myBlocks = ['Added at the top.', ...paragraphs(400, ' mine')];
    expect(mergeBlocks(paragraphs(400), myBlocks, theirBlocks)).toEqual([
      { theirs: theirBlocks, mine: myBlocks, changedBy: null },
    ]);
  });
});

describe('a merge of any two texts', () => {
  const texts = fc.array(fc.constantFrom<string>('a', 'b', 'c', 'a b c', 'a b d', 'x y z', 'x y'), { maxLength: 7 });
  const chosen = (runs: readonly BlockRun[], choose: (by: Side | null) => readonly Side[]) =>
    runs.flatMap((run) => ('same' in run ? run.same : choose(run.changedBy).flatMap((side) => run[side])));

  it('a choice of one of them for all is the whole text of that one', () => {
    fc.assert(
      fc.property(texts, texts, texts, (base, mine, theirs) => {
        const runs = mergeBlocks(base, mine, theirs);
        expect(chosen(runs, () => ['mine'])).toEqual(mine);
        expect(chosen(runs, () => ['theirs'])).toEqual(theirs);
      }),
    );
  });

  it('the same by both is no question, and without a change of one it is the text of the other', () => {
    fc.assert(
      fc.property(texts, texts, (base, text) => {
        expect(mergeBlocks(base, text, text).every((run) => 'same' in run)).toBe(true);
        const already = (runs: readonly BlockRun[]) => chosen(runs, (by) => (by === null ? [] : [by]));
        expect(already(mergeBlocks(base, text, base))).toEqual(text);
        expect(already(mergeBlocks(base, base, text))).toEqual(text);
      }),
    );
  });

  it('nothing new of either is missing where what is chosen already stays, and both are taken of the rest', () => {
    fc.assert(
      fc.property(texts, texts, texts, (base, mine, theirs) => {
        const runs = mergeBlocks(base, mine, theirs);
        const result = chosen(runs, (by) => (by === null ? ['theirs', 'mine'] : [by]));
        const isNew = (block: string) => !base.includes(block);
        expect(result).toEqual(expect.arrayContaining([...mine, ...theirs].filter(isNew)));
      }),
    );
  });

  describe('of paragraphs of sentences', () => {
    const changes = ['stays', 'reworded', 'split', 'joined', 'removed', 'followed'] as const;
    type Change = (typeof changes)[number];
    const sentence = (name: string) => `${name} ${name}a ${name}b ${name}c.`;
    const sentencesIn = (texts: readonly string[]) => texts.join(' ').match(/\bs\d+n\d+\b/g) ?? [];
    /** Returns what one made of a text: what became of each paragraph; a joined one ends the paragraph before it. */
    const edited = (text: readonly (readonly string[])[], plan: readonly Change[], by: string) => {
      const result: (readonly string[])[] = [];
      for (const [place, paragraph] of text.entries()) {
        const change = plan[place];
        const half = Math.ceil(paragraph.length / 2);
        const last = result.at(-1);
        if (change === 'removed') continue;
        // No end of a split paragraph is the beginning of the next one: that is two edits at once.
        if (change === 'joined' && last && plan[place - 1] !== 'split') result.splice(-1, 1, [...last, ...paragraph]);
        else if (change === 'split' && half < paragraph.length)
          result.push(paragraph.slice(0, half), paragraph.slice(half));
        else if (change === 'followed') result.push(paragraph, [sentence(by + place)]);
        else if (change === 'reworded') result.push(paragraph.map((each) => each.replace(/\w+\.$/, `${by}.`)));
        else result.push(paragraph);
      }
      return result.map((sentences) => sentences.join(' '));
    };
    const paragraphs = fc
      .array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 6 })
      .map((sizes) => sizes.map((size, at) => Array.from({ length: size }, (_, each) => sentence(`s${at}n${each}`))));
    const plans = fc.array(fc.constantFrom(...changes), { maxLength: 6 });
    const answers = fc.infiniteStream(fc.constantFrom<Side>('mine', 'theirs'));

    it('each answer makes a text without a sentence twice, and the same for all the text of that one', () => {
      fc.assert(
        fc.property(paragraphs, plans, plans, answers, (text, myPlan, theirPlan, answer) => {
          const [base, mine, theirs] = [edited(text, [], ''), edited(text, myPlan, 'm'), edited(text, theirPlan, 't')];
          const runs = mergeBlocks(base, mine, theirs);
          expect(chosen(runs, () => ['mine'])).toEqual(mine);
          expect(chosen(runs, () => ['theirs'])).toEqual(theirs);
          const sentences = sentencesIn(chosen(runs, (by) => [by ?? answer.next().value]));
          expect(sentences).toEqual([...new Set(sentences)]);
        }),
      );
    });
  });
});
