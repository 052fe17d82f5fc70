import fc from 'fast-check';
import { downloadName, plainFileName } from './upload.ts';

it.each([
  ['report.pdf', 'report.pdf'],
  ['../../etc/passwd', 'passwd'],
  ['..\\..\\windows\\report.pdf', 'report.pdf'],
  ['C:\\reports\\2024.pdf', '2024.pdf'],
  ['a"b\'c.pdf', 'a"b\'c.pdf'],
  ['a%22b.pdf', 'a"b.pdf'],
  ['a%0D%0ASet-Cookie: x.pdf', 'aSet-Cookie: x.pdf'],
  ['a\r\nSet-Cookie: x.pdf', 'aSet-Cookie: x.pdf'],
  ['年報.pdf', '年報.pdf'],
  ['100%25.pdf', '100%25.pdf'],
  ['\u202efdp.exe', 'fdp.exe'],
  ['a\u0000b.pdf', 'ab.pdf'],
  ['  spaced .pdf  ', 'spaced .pdf'],
  ['.htaccess', 'htaccess'],
  ['', 'document.pdf'],
  ['..', 'document.pdf'],
  ['/', 'document.pdf'],
  ['   ', 'document.pdf'],
  ['e\u0301.pdf', '\u00e9.pdf'],
  ['\ud800.pdf', '\ufffd.pdf'],
])('%j is called %j', (given, name) => {
  expect(plainFileName(given)).toBe(name);
});

it('has a name for a file without one', () => {
  expect(plainFileName(undefined)).toBe('document.pdf');
});

it('shortens a long name and keeps its ending', () => {
  expect(plainFileName(`${'x'.repeat(10_000)}.pdf`)).toBe(`${'x'.repeat(146)}.pdf`);
  expect([...plainFileName(`${'報'.repeat(500)}.pdf`)]).toHaveLength(150);
});

it('turns any input into a plain name, and keeps its own result', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (given) => {
      const name = plainFileName(given);
      expect(name).toMatch(/^[^/\\\p{Cc}]+$/u);
      expect(name).not.toMatch(/^\./);
      expect([...name].length).toBeLessThanOrEqual(150);
      expect(name.isWellFormed()).toBe(true);
    }),
  );
});

it('always ends in .pdf', () => {
  expect(downloadName('Report.PDF')).toBe('Report.PDF');
  expect(downloadName('page.html')).toBe('page.html.pdf');
});
