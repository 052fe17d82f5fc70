import { mailsTwice } from './account.ts';

const mail = (id: string, to: string, token: string | undefined = 'a-token') => ({ id, to, token, at: 0 });

test('a mail that came twice is seen, and so are two mails to one who asked once', () => {
  const once = new Set(['ada@x.example', 'bob@x.example']);
  const well = [mail('1', 'ada@x.example'), mail('2', 'bob@x.example'), mail('3', 'admin@x.example')];
  expect(mailsTwice([...well, mail('4', 'admin@x.example')], once)).toEqual([]);
  expect(mailsTwice([...well, mail('3', 'admin@x.example')], once)).toEqual(['3']);
  expect(mailsTwice([...well, mail('5', 'bob@x.example')], once)).toEqual(['bob@x.example']);
});
