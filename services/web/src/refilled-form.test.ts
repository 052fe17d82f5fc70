import { refill } from './refilled-form.ts';

const CONTACT =
  '<form method="post" action="/api/forms/contact"><label>Name<input required="" name="name" value=""/></label>' +
  '<textarea rows="6" name="message"></textarea><input type="hidden" name="captcha" value=""/><button>Send</button></form>';
const ALERTS = '<form action="/api/forms/alerts" method="post"><input type="email" name="name"/></form>';
const page = (contact: string, alerts = ALERTS) => `<main><p>Text</p>${contact}</main><footer>${alerts}</footer>`;

it('fills the form that was sent, and no other', () => {
  const typed = new URLSearchParams({ name: 'A "B" <c>', message: '\nOne $& two\n</textarea>', captcha: 'spent' });
  const name = '<input required="" name="name" value="A &quot;B&quot; &lt;c&gt;"/>';
  const message = '<textarea rows="6" name="message">\n\nOne $&amp; two\n&lt;/textarea&gt;</textarea>';
  expect(refill(page(CONTACT), typed)).toBe(
    page(
      CONTACT.replace('<input required="" name="name" value=""/>', () => name).replace(
        /<textarea.*textarea>/,
        () => message,
      ),
    ),
  );
  expect(refill(page(CONTACT), new URLSearchParams({ name: 'ada@lab.example' }))).toBe(
    page(CONTACT, ALERTS.replace('name="name"/>', 'name="name" value="ada@lab.example"/>')),
  );
  expect(refill(page(CONTACT), new URLSearchParams({ other: 'x' }))).toBe(page(CONTACT));
});
