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
  ['two by both', 'a b', 'A B', 'X Y', ['?[X|A]', '?[Y|B]']],
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

it('knows a block that was written anew by its words, where another one before it was removed', () => {
  const [first, second, third] = ['<p>It begins.</p>', '<p>The study has ten people.</p>', '<p>It ends.</p>'];
  const mine = ['<p>The study has twelve people.</p>', third];
  const theirs = [first, second, '<p>It ends in May.</p>'];
  expect(mergeBlocks([first, second, third], mine, theirs)).toEqual([
    { theirs: [first, second], mine: ['<p>The study has twelve people.</p>'], changedBy: 'mine' },
    { theirs: ['<p>It ends in May.</p>'], mine: [third], changedBy: 'theirs' },
  ]);
  const both = mergeBlocks([first, second], mine.slice(0, 1), [first, '<p>The study has nine people.</p>']);
  expect(both.map(wordsOf)).toEqual([
    `mine[${first}|]`,
    '?[<p>The study has nine people.</p>|<p>The study has twelve people.</p>]',
  ]);
});

describe('whatever two people write', () => {
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
});
