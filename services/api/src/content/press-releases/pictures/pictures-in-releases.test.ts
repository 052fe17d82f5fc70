import {
  type AdminPressRelease,
  adminPressReleaseSchema,
  type Picture,
  pictureSchema,
  pressReleaseSchema,
  RELEASE_CONTENT_LENGTH,
} from '@cytocomm/contract';
import { expectProblem, read, type TestBrowser } from '../../../testing/browser.ts';
import { until } from '../../../testing/clock.ts';
import { drawPicture, uploadTo } from '../../../testing/pictures.ts';
import { startTestPortal, type TestPortal } from '../../../testing/portal.ts';

let portal: TestPortal;
let admin: TestBrowser;
let investor: TestBrowser;
let visitor: TestBrowser;
let picture: Picture;
beforeAll(async () => {
  portal = await startTestPortal();
  admin = await portal.signedInAs('admin@x.example', 'admin');
  investor = await portal.signedInAs('investor@x.example', 'investor');
  visitor = portal.browser();
  picture = await uploaded();
});
afterAll(() => portal.stop());

async function uploaded(): Promise<Picture> {
  return read(await uploadTo(admin, await drawPicture(1000, 500).png().toBuffer()), pictureSchema, 201);
}

const img = ({ url, width, height }: Picture, alt = 'A pipette') =>
  `<img src="${url}" alt="${alt}" width="${width}" height="${height}" />`;

async function written(content: string, body: object = {}): Promise<AdminPressRelease> {
  const sent = { title: 'News', content, target: ['public'], ...body };
  return read(
    await admin.authorised('POST', '/api/admin/press-releases', { body: sent }),
    adminPressReleaseSchema,
    201,
  );
}

/** Who of admin, investor and visitor gets a picture. */
async function readers({ url }: Picture): Promise<readonly number[]> {
  const answers = await Promise.all([admin, investor, visitor].map((person) => person.get(url)));
  return answers.map(({ status }) => status);
}

it.each([
  ['no release', undefined, [200, 404, 404]],
  ['a draft', { status: 'draft' }, [200, 404, 404]],
  ['a planned one', { publishAt: '2100-01-01T00:00:00Z' }, [200, 404, 404]],
  ['one for investors', { target: ['investors'] }, [200, 200, 404]],
  ['a public one', {}, [200, 200, 200]],
  ['one for both', { target: ['public', 'investors'] }, [200, 200, 200]],
])('a picture in %s has the readers of that text', async (_what, body, statuses) => {
  const own = await uploaded();
  if (body !== undefined) await written(`<p>Words</p>${img(own)}`, body);
  expect(await readers(own)).toEqual(statuses);
});

it('a picture in a pending text is visible to admins only until publication', async () => {
  const { id, etag } = await written('<p>Words</p>');
  const own = await uploaded();
  const text = { title: 'News', target: ['public'], sendEmail: false, publishAt: null };
  const path = `/api/admin/press-releases/${id}`;
  const saved = read(
    await admin.authorised('PUT', `${path}/text`, {
      body: { ...text, content: `<p>Words</p>${img(own)}` },
      headers: { 'If-Match': etag },
    }),
    adminPressReleaseSchema,
  );
  expect(saved.pending?.content).toContain(own.url);
  expect(await readers(own)).toEqual([200, 404, 404]);
  await admin.authorised('PATCH', path, {
    body: { content: saved.pending?.content },
    headers: { 'If-Match': saved.etag },
  });
  expect(await readers(own)).toEqual([200, 200, 200]);
  await admin.authorised('PATCH', path, { body: { content: '<p>Without it</p>' } });
  expect(await readers(own)).toEqual([200, 404, 404]);
});

it('a public picture is cacheable, any other only after revalidation', async () => {
  await written(`<p>Words</p>${img(picture)}`);
  const { headers } = await visitor.get(picture.url);
  expect(headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, s-maxage=3600, immutable',
    vary: 'Accept',
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
  });
  const own = await uploaded();
  const hidden = await admin.get(own.url);
  expect(hidden.headers).toMatchObject({
    'cache-control': 'private, no-cache',
    vary: 'Accept, Authorization, Cookie',
    'cross-origin-resource-policy': 'same-origin',
  });
  const again = await admin.get(own.url, { headers: { 'If-None-Match': String(hidden.headers.etag) } });
  expect([again.status, again.bytes.length]).toEqual([304, 0]);
  const head = await admin.call('HEAD', own.url);
  expect([head.status, head.headers['content-length'], head.bytes.length]).toEqual([
    200,
    hidden.headers['content-length'],
    0,
  ]);
  expectProblem(await visitor.get(own.url, { headers: { 'If-None-Match': '*' } }), 404, 'not-found');
});

it.each([
  ['of another site', '<img src="https://evil.example/x.png" alt="x">'],
  ['of a protocol-relative address', '<img src="//evil.example/x.png" alt="x">'],
  ['in the address itself', '<img src="data:image/png;base64,AAAA" alt="x">'],
  ['by script', '<img src="javascript:alert(1)" alt="x">'],
  ['of another call', '<img src="/api/auth/logout" alt="x">'],
  ['that climbs', `<img src="/api/press-releases/pictures/../../x" alt="x">`],
  ['with a query', '<img src="PICTURE?x=1" alt="x">'],
  ['with an entity', '<img src="&#47;&#47;evil.example" alt="x">'],
  ['without an alternative text', '<img src="PICTURE">'],
  ['that is not there', `<img src="/api/press-releases/pictures/${'a'.repeat(24)}/480" alt="x">`],
  ['in a picture element', '<picture><source srcset="https://evil.example/x.png"></picture>'],
])('a picture %s is removed from the text', async (_what, html) => {
  const { content } = await written(`<p>Words</p>${html.replace('PICTURE', picture.url)}`);
  expect(content.replaceAll(/\s+$/g, '')).toBe('<p>Words</p>');
});

it('a picture keeps only URL, alternative text and its real size', async () => {
  const { id, content } = await written(
    `<p>Words</p><img width="99999" height=7 onerror="alert(1)" style="x" srcset="https://evil.example 1x" class="c" alt='1 < "2"' src="${picture.url.replace(/\d+$/, '480')}">`,
  );
  expect(content).toBe(`<p>Words</p><img src="${picture.url}" alt="1 &lt; &quot;2&quot;" width="1000" height="500" />`);
  const shown = read(await visitor.get(`/api/press-releases/${id}`), pressReleaseSchema);
  const at = (width: number) => picture.url.replace(/\d+$/, String(width));
  expect(shown.content).toContain(`srcset="${at(480)} 480w, ${at(960)} 960w, ${at(1000)} 1000w" alt=`);
  const again = await written(shown.content);
  expect(again.content).toBe(content);
});

it('a release with only a picture needs an alternative text', async () => {
  await written(img(picture));
  const refused = await admin.authorised('POST', '/api/admin/press-releases', {
    body: { title: 'News', content: img(picture, ''), target: ['public'] },
  });
  expect(expectProblem(refused, 400, 'validation').detail).toContain('holds no text');
});

it('a text of more than a hundred pictures is refused', async () => {
  const many = await Promise.all(
    [...Array(101).keys()].map((each) =>
      img({ ...picture, url: picture.url.replace(/[0-9a-f]{24}/, String(each).padStart(24, '0')) }),
    ),
  );
  const refused = await admin.authorised('POST', '/api/admin/press-releases', {
    body: { title: 'News', content: many.join(''), target: ['public'] },
  });
  expect(expectProblem(refused, 400, 'validation').detail).toContain('at most 100 pictures');
});

it('feed and mails have absolute URLs of public pictures, and the alternative text of others', async () => {
  const { id } = await written(`<p>Words</p>${img(picture, 'A new pipette')}`);
  const feed = await visitor.get('/api/press-releases/feed.xml');
  expect(feed.text).toContain(`<img src="${portal.url}${picture.url.replace(/\d+$/, '960')}" alt="A new pipette"`);
  const mailOf = async (release: string, kept: string) => {
    await admin.authorised('POST', `/api/admin/press-releases/${release}/test-mail`);
    const isOf = ({ html }: { readonly html: string }) => html.includes(kept);
    await until('the mail', async () => (await portal.mailsTo('admin@x.example')).some(isOf));
    return (await portal.mailsTo('admin@x.example')).find(isOf);
  };
  const mail = await mailOf(id, 'A new pipette');
  expect(mail?.html).toContain(
    `<img src="${portal.url}${picture.url.replace(/\d+$/, '960')}" alt="A new pipette" width="496" height="248" />`,
  );
  expect(mail?.text).toContain('A new pipette');
  expect(mail?.text).not.toContain('/api/press-releases/pictures');
  const other = await written(`<p>Words</p>${img(picture, 'A secret pipette')}`, { target: ['investors'] });
  const hidden = await mailOf(other.id, 'A secret pipette');
  expect(hidden?.html).toContain('<em>A secret pipette</em>');
  expect(hidden?.html).not.toContain('<img');
  // What is written beside a public release is public no more than the release was.
  const out = await written('<p>Words</p>');
  const beside = { title: 'News', target: ['public'], sendEmail: false, publishAt: null };
  await admin.authorised('PUT', `/api/admin/press-releases/${out.id}/text`, {
    body: { ...beside, content: `<p>Words</p>${img(await uploaded(), 'A planned pipette')}` },
    headers: { 'If-Match': out.etag },
  });
  const planned = await mailOf(out.id, 'A planned pipette');
  expect(planned?.html).toContain('<em>A planned pipette</em>');
  expect(planned?.html).not.toContain('<img');
});

it('a text that becomes too long with the sizes of its pictures is refused', async () => {
  const short = `<img src="${picture.url}" alt="x" />`;
  const filler = (length: number) => `<p>${'x'.repeat(length - '<p></p>'.length)}</p>`;
  const content = filler(RELEASE_CONTENT_LENGTH - short.length) + short;
  const refused = await admin.authorised('POST', '/api/admin/press-releases', {
    body: { title: 'News', content, target: ['public'] },
  });
  expect(expectProblem(refused, 400, 'validation').detail).toContain('characters when it is cleaned');
  const whole = img(picture, 'x');
  await written(filler(RELEASE_CONTENT_LENGTH - whole.length) + whole);
});
