import { teamRoleSchema } from './roles.ts';

const faultOf = (label: string) =>
  teamRoleSchema.safeParse({ name: 'researcher', label }).error?.issues.map(({ message }) => message);
const LIKE = ['reads like a role of the portal itself: choose other words'];
const OTHER = 'Latin letters, digits and plain punctuation: others can look like a role of the portal itself';

test.each([
  'Researcher',
  'Équipe de recherche',
  'Größe & Maß',
  'Łódź lab, 2nd floor',
  "The team's own",
  'Investor relations',
  'Administrator of the lab',
  'Customers',
])('%s is a label', (label) => {
  expect(faultOf(label)).toBeUndefined();
});

test.each([
  'admin',
  ' A d m i n ',
  'Ａｄｍｉｎ',
  'Ádmïn',
  'Adm1n',
  'Adm!n',
  '@dmin',
  '4dmin.',
  'Adrnin',
  'lnvestor',
  '|nvest0r',
  'Cu$t0mer',
  'CU5TOMER',
  'Devel0per',
  'DeveIoper',
  '𝐀𝐝𝐦𝐢𝐧',
  'ａd-m_i·n',
])('%s reads like a role of the portal', (label) => {
  expect(faultOf(label)).toEqual(LIKE);
});

test.each([
  ['Cyrillic letters among Latin ones', 'Аdmin'],
  ['Cyrillic letters alone', 'Аԁміп'],
  ['Greek letters', 'Αdmin'],
  ['a dotless i', 'Admın'],
  ['small capitals', 'ᴀᴅᴍɪɴ'],
  ['a Latin alpha', 'ɑdmin'],
  ['letters in boxes', '🅰dmin'],
  ['a right-to-left mark', 'Admin\u200f'],
  ['a space of no width', 'Ad\u200bmin'],
  ['a hyphen that is not seen', 'Ad\u00admin'],
  ['a line end', 'Research\ner'],
  ['a half of a character', 'Research\ud800'],
  ['letters that are none', '研究者'],
])('a label with %s is none', (_, label) => {
  expect(faultOf(label)).toContain(OTHER);
});

test.each(['', ' ', '…', '--'])('%j has no words', (label) => {
  expect(faultOf(label)).not.toBeUndefined();
});
