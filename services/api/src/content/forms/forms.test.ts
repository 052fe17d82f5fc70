import { FORM_RESULTS } from '@cytocomm/contract';
import { solvedCaptcha } from '../../testing/captcha.ts';
import { until } from '../../testing/clock.ts';
import { startTestPortal, type TestPortal } from '../../testing/portal.ts';
import { subscriberModel } from '../alerts/model.ts';
import { contactModel } from '../contact/model.ts';

// What a browser without scripts sends, and where it is led.

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.stop());

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };

async function send(path: string, fields: Record<string, string> | string, page?: string, browser = portal.browser()) {
  const body = typeof fields === 'string' ? fields : new URLSearchParams(fields).toString();
  const headers = { ...FORM, ...(page === undefined ? {} : { Referer: page }) };
  const answer = await browser.call('POST', path, { body, headers });
  expect(answer.text).toBe('');
  return { status: answer.status, location: answer.headers.location };
}

const back = (place: string) => ({ status: 303, location: `${portal.url}${place}` });
/** Led back with the form, so that the page is filled with it. */
const refused = (place: string) => ({ ...back(place), status: 307 });
const MESSAGE = { name: 'Ada', email: 'ada@x.example', message: 'Hello\r\nthere' };

describe('the contact form', () => {
  it('leads back to the page it is on, with the words for each ending', async () => {
    const browser = portal.browser();
    const captcha = await solvedCaptcha(browser);
    const home = `${portal.url}/?utm=x`;
    expect(await send('/api/forms/contact', { ...MESSAGE, captcha }, home, browser)).toEqual(
      back(`/#${FORM_RESULTS.contact.done}`),
    );
    expect(await contactModel(portal.connection).findOne({ email: 'ada@x.example' }).lean()).toMatchObject({
      name: 'Ada',
      subject: '',
      message: 'Hello\r\nthere',
    });
    // The same captcha again, none, and a wrong one.
    for (const again of [{ captcha }, {}, { captcha: 'x' }]) {
      expect(await send('/api/forms/contact', { ...MESSAGE, ...again }, home)).toEqual(
        refused(`/#${FORM_RESULTS.contact.captcha}`),
      );
    }
    expect(await send('/api/forms/contact', { ...MESSAGE, email: 'x' })).toEqual(
      refused(`/contact#${FORM_RESULTS.contact.invalid}`),
    );
    await expect(contactModel(portal.connection).countDocuments()).resolves.toBe(1);
  });

  it.each([
    ['an unknown field', 'name=a&email=a%40x.example&message=x&admin=1'],
    ['a field twice', 'name=a&name=b&email=a%40x.example&message=x'],
    ['an operator', 'name[$gt]=&email=a%40x.example&message=x'],
    ['a line break in the name', 'name=a%0D%0ABcc%3A+b&email=a%40x.example&message=x'],
    ['too many fields', Array.from({ length: 50 }, (_, i) => `f${i}=1`).join('&')],
    ['nothing', ''],
  ])('refuses %s', async (_, body) => {
    expect(await send('/api/forms/contact', body)).toEqual(refused(`/contact#${FORM_RESULTS.contact.invalid}`));
  });

  it('refuses other kinds of bodies, and says so when it was sent too often', async () => {
    const browser = portal.browser();
    const json = await browser.post('/api/forms/contact', MESSAGE);
    expect(json.headers.location).toBe(`${portal.url}/contact#${FORM_RESULTS.contact.invalid}`);
    for (let i = 0; i < 20; i += 1) await send('/api/forms/contact', MESSAGE, undefined, browser);
    expect(await send('/api/forms/contact', MESSAGE, undefined, browser)).toEqual(
      refused(`/contact#${FORM_RESULTS.contact.limited}`),
    );
  });

  it('never leads to another site', async () => {
    for (const page of [
      'https://evil.example/contact',
      '//evil.example',
      'javascript:alert(1)',
      `${portal.url}@evil.example/`,
    ]) {
      expect(await send('/api/forms/contact', MESSAGE, page)).toEqual(
        refused(`/contact#${FORM_RESULTS.contact.captcha}`),
      );
    }
    expect(await send('/api/forms/contact', MESSAGE, `${portal.url}//evil.example/x`)).toEqual(
      refused(`//evil.example/x#${FORM_RESULTS.contact.captcha}`),
    );
  });
});

it('e-mail alerts: asked for, confirmed and ended, each by the form of a page', async () => {
  const { done, invalid } = FORM_RESULTS.alerts;
  const email = 'reader@x.example';
  expect(await send('/api/forms/alerts', { email }, `${portal.url}/platform`)).toEqual(back(`/platform#${done}`));
  const mail = await until('the mail', async () => (await portal.mailsTo(email))[0]);
  const { link: led } = FORM_RESULTS;
  const [link = ''] = /http\S+\/alerts\/confirm\?token=[\w.-]+/.exec(mail.text) ?? [];
  expect(await send('/api/forms/alerts/confirm', '', link)).toEqual(back(`/alerts/confirm#${led.done}`));
  const subscriber = await subscriberModel(portal.connection).findOne({ email }).lean();
  expect(subscriber?.status).toBe('confirmed');
  expect(await send('/api/forms/alerts/confirm', '', link)).toEqual(back(`/alerts/confirm#${led.invalid}`));
  for (const page of [
    undefined,
    `${portal.url}/alerts/unsubscribe`,
    `${portal.url}/alerts/unsubscribe?token=x`,
    'https://evil.example/?token=x',
  ]) {
    expect(await send('/api/forms/alerts/unsubscribe', '', page)).toEqual(back(`/alerts/unsubscribe#${led.invalid}`));
  }
  await expect(subscriberModel(portal.connection).countDocuments({ email })).resolves.toBe(1);
  expect(await send('/api/forms/alerts', { email: 'a@x.example, b@x.example' })).toEqual(refused(`/#${invalid}`));
});
