import { MAX_IMPORT_ROWS } from '@cytocomm/contract';
import { readPeopleFile } from './import-file.ts';

const read = (text: string) => readPeopleFile(Buffer.from(text));
const emailsOf = async (text: string) => (await read(text)).rows.map(({ cells }) => cells?.email);

it.each([
  ['commas', 'email,name,roles\r\na@x.example,Ada,investor\r\n'],
  ['semicolons', 'email;name;roles\r\na@x.example;Ada;investor\r\n'],
  ['tabs', 'email\tname\troles\na@x.example\tAda\tinvestor\n'],
  ['a byte order mark', '\ufeffemail,name,roles\na@x.example,Ada,investor'],
  ['quotes', '"email","name","roles"\n"a@x.example","Ada","investor"\n'],
  ['what a spreadsheet writes first', 'sep=;\r\nemail;name;roles\r\na@x.example;Ada;investor\r\n'],
  ['a heading that ends as in Unix, and rows as in Windows', 'email,name,roles\na@x.example,Ada,investor\r\n'],
  ['a heading that ends as in Windows, and rows as in Unix', 'email,name,roles\r\na@x.example,Ada,investor\n'],
  ['line ends of old Macs', 'email,name,roles\ra@x.example,Ada,investor\r'],
  ['line ends that were changed twice', 'email,name,roles\r\r\na@x.example,Ada,investor\r\r\n'],
  ['other names of the columns', 'Role,Full name,E-Mail Address\ninvestor,Ada,a@x.example\n'],
])('reads a file with %s', async (_, text) => {
  const { rows, ignoredColumns } = await read(text);
  expect(rows.map(({ cells }) => cells)).toEqual([
    { email: 'a@x.example', name: 'Ada', roles: 'investor', groups: '' },
  ]);
  expect(ignoredColumns).toEqual([]);
});

it('reads cells with separators and quotes in them', async () => {
  const { rows } = await read(
    'email,name,roles\na@x.example,"Smith, ""Bob"" Jr.",investor\nb@x.example,Bob,customer\n',
  );
  expect(rows[0]?.cells?.name).toBe('Smith, "Bob" Jr.');
  expect(rows[1]).toMatchObject({ cells: { email: 'b@x.example' } });
});

const BELOW_A_QUOTE = `email,roles,comment
a@x.example,investor,x
b@x.example,investor,"first
c@x.example,investor,ok
d@x.example,investor,"third"
e@x.example,investor,x
`;

it.each([
  ['beside people', BELOW_A_QUOTE, 3],
  ['with the line breaks of Windows', BELOW_A_QUOTE.replaceAll('\n', '\r\n'), 3],
  ['below what a spreadsheet writes first', `sep=,\n${BELOW_A_QUOTE}`, 4],
  ['among the names of columns', 'email,roles,"comment\na@x.example,investor,"x"\nb@x.example,investor,x\n', 1],
  ['that is closed', 'email,name,roles\na@x.example,"Ada\nLovelace",investor\n', 2],
])('refuses a cell with a line break that could hide people, %s, and names the line', async (_, text, line) => {
  await expect(read(text)).rejects.toMatchObject({
    status: 400,
    message: expect.stringMatching(new RegExp(`^A cell of line ${line} has a line break in it.*take it out`)),
  });
});

it('takes a quote in the middle of a cell, or text behind one, as it stands: the row is judged by it', async () => {
  const { rows } = await read(
    'email,name,roles\na@x.example,=L("x"),investor\n"b@x.example"x,Bob,investor\nc@x.example,C,investor\n',
  );
  expect(rows.map(({ line, cells }) => [line, cells?.email, cells?.name])).toEqual([
    [2, 'a@x.example', '=L("x")'],
    [3, '"b@x.example"x', 'Bob'],
    [4, 'c@x.example', 'C'],
  ]);
});

it('names the line of each row, and leaves empty ones out', async () => {
  const { rows } = await read('email,roles\n\na@x.example,investor\n,\n   \nb@x.example,investor\n');
  expect(rows.map(({ line, cells }) => [line, cells?.email])).toEqual([
    [3, 'a@x.example'],
    [6, 'b@x.example'],
  ]);
});

it('names the line of each row in a file with two kinds of line ends', async () => {
  const { rows } = await read('email,roles\na@x.example,investor\r\n\r\nb@x.example,investor\n');
  expect(rows.map(({ line, cells }) => [line, cells?.email, cells?.roles])).toEqual([
    [2, 'a@x.example', 'investor'],
    [4, 'b@x.example', 'investor'],
  ]);
});

it('tells which columns it does not read, and which rows have another number of cells', async () => {
  const { rows, ignoredColumns } = await read('email,roles,added\na@x.example,investor\nb@x.example,investor,x\n');
  expect(ignoredColumns).toEqual(['added']);
  expect(rows.map(({ cells }) => cells?.email)).toEqual([undefined, 'b@x.example']);
});

it.each<[string, Buffer, RegExp]>([
  ['nothing', Buffer.alloc(0), /empty/],
  ['spaces', Buffer.from(' \n\n '), /empty/],
  ['only the names of columns', Buffer.from('email,roles\n'), /header row but no people/],
  ['no names of columns', Buffer.from('a@x.example,Ada,investor\n'), /email and roles are missing\. Its columns are/],
  ['a renamed column', Buffer.from('email,position\na@x.example,x\n'), /roles is missing/],
  ['a column twice', Buffer.from('email,roles,role\na@x.example,x,y\n'), /twice/],
  ['other separators', Buffer.from('email|roles\na@x.example|investor\n'), /separated by commas/],
  ['UTF-16 with a mark', Buffer.from('\ufeffemail,roles\n', 'utf16le'), /UTF-16.*CSV UTF-8/],
  ['UTF-16 without one', Buffer.from('email,roles\n', 'utf16le'), /UTF-16/],
  ['Latin-1', Buffer.from('email,name,roles\na@x.example,Åsa,investor\n', 'latin1'), /Windows-1252.*CSV UTF-8/],
  ['a spreadsheet', Buffer.from('PK\u0003\u0004rest'), /spreadsheet, not a CSV/],
  ['a quote that is not closed', Buffer.from('email,roles\na@x.example,"investor\n'), /quote/],
  ['a row without end', Buffer.from(`email,roles\n${'a'.repeat(9000)},investor\n`), /longer than 8192/],
  ['very many columns', Buffer.from(`email,roles${',x'.repeat(60)}\n`), /columns/],
])('refuses %s, and says what to do', async (_, bytes, sentence) => {
  await expect(readPeopleFile(bytes)).rejects.toMatchObject({
    status: 400,
    code: 'validation',
    message: expect.stringMatching(sentence),
  });
});

it('counts its rows before anything is done with them', async () => {
  const lines = (count: number) => `email,roles\n${'a@x.example,investor\n'.repeat(count)}`;
  expect(await emailsOf(lines(MAX_IMPORT_ROWS))).toHaveLength(MAX_IMPORT_ROWS);
  await expect(read(lines(MAX_IMPORT_ROWS + 1))).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining('more than 50,000 people'),
  });
});
