import { csvText } from '../users/ImportUsers.tsx';

it('is a file as the server writes them', () => {
  expect(csvText(['line', 'email'], [['2', 'ada@x.example']])).toBe('\ufeffline,email\r\n2,ada@x.example\r\n');
});

it.each([
  ['=HYPERLINK("http://evil.example")', `"'=HYPERLINK(""http://evil.example"")"`],
  ['+1+1', "'+1+1"],
  ['-2', "'-2"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['＝1', "'＝1"],
  ['\t=1', "'\t'=1"],
  ['x;=1+1', "x;'=1+1"],
  ['x; @A1', "x; '@A1"],
  ['a,b', '"a,b"'],
  ['a\r\nb', '"a\r\nb"'],
  ['Åsa "B"', '"Åsa ""B"""'],
  ['plain', 'plain'],
])('%j is one cell and no formula', (text, cell) => {
  expect(csvText(['a'], [[text]])).toBe(`\ufeffa\r\n${cell}\r\n`);
});
