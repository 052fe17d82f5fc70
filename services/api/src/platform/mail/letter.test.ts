import { letter } from './letter.ts';

const PARTS = {
  subject: 'Your link',
  preview: 'Works once.',
  heading: 'Hello <b>Ada</b>',
  paragraphs: ['Use & enjoy "this".'],
  action: { label: 'Sign in', url: 'https://portal.example/auth-handler#token=a.b-c_d' },
  code: { label: 'The code:', value: '012 345' },
  closing: 'Not you?',
  footerLink: { label: 'Unsubscribe', url: 'https://portal.example/u#t' },
};

it('says the same in HTML and in plain text', async () => {
  const mail = letter(PARTS);
  for (const part of ['Sign in', '012 345', 'Not you?', PARTS.action.url, PARTS.footerLink.url]) {
    expect(mail.html).toContain(part);
    expect(mail.text).toContain(part);
  }
  expect(mail.text).not.toMatch(/<(?!b>)\w+/);
});

it('escapes what people chose, in HTML only', async () => {
  const mail = letter(PARTS);
  expect(mail.html).toContain('Hello &lt;b&gt;Ada&lt;/b&gt;');
  expect(mail.html).toContain('Use &amp; enjoy &quot;this&quot;.');
  expect(mail.text).toContain('Use & enjoy "this".');
});

it('lets no address, label or preview line out of its place', () => {
  const hostile = '"><script>alert(1)</script>';
  const mail = letter({
    ...PARTS,
    preview: hostile,
    subject: hostile,
    action: { label: hostile, url: `https://portal.example/${hostile}` },
    code: { label: hostile, value: hostile },
    footerLink: { label: hostile, url: `https://portal.example/${hostile}` },
  });
  expect(mail.html).not.toContain('<script');
  expect(mail.html).toContain('href="https://portal.example/&quot;&gt;&lt;script&gt;');
});

it('is an HTML document with a language and a title, without scripts or pictures from elsewhere', async () => {
  const { html } = letter(PARTS);
  expect(html).toMatch(/^<!DOCTYPE html/);
  expect(html).toContain('<html dir="ltr" lang="en"');
  expect(html).toContain('<title>Your link</title>');
  expect(html).not.toMatch(/<script|<img/);
});

it('takes a sanitised article as it is', async () => {
  const mail = letter({
    subject: 's',
    preview: 'p',
    heading: 'h',
    paragraphs: [],
    html: '<p>An <em>article</em></p>',
  });
  expect(mail.html).toContain('<p>An <em>article</em></p>');
  expect(mail.text).toContain('An article');
});

it('carries headers and reply address to the mail', async () => {
  const mail = letter({
    ...PARTS,
    headers: { 'List-Unsubscribe': '<https://x.example>' },
    replyTo: 'a@x.example',
  });
  expect(mail).toMatchObject({ headers: { 'List-Unsubscribe': '<https://x.example>' }, replyTo: 'a@x.example' });
});

describe('a table of an article', () => {
  const table =
    '<p>Before.</p><table><caption>Beats &amp; days</caption><tbody><tr><th scope="col"><p>Day</p></th><th scope="col"><p>Beats a minute</p></th></tr>' +
    '<tr><td><p>1</p></td><td><p>62</p></td></tr><tr><td colspan="2"><p>none</p></td></tr></tbody></table>';
  const mail = letter({ ...PARTS, html: table });

  it('stands in columns in plain text, below its caption', () => {
    expect(mail.text).toContain('Before.\n\nBeats & days\n\nDay   Beats a minute\n1     62\nnone\n');
  });
});
