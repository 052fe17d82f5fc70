import { addressOf, readPicture, uploadPicture } from '@cytocomm/contract';
import { sanitizeHtml } from '@cytocomm/kit/html';
import { problem } from '@cytocomm/test-kit';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import {
  begin,
  content,
  DRAFT,
  edit,
  form,
  last,
  paste,
  portal,
  saveNow,
  stored,
  title,
} from '../../press-releases/testing/editing-page.tsx';

const ID = `${'c'.repeat(23)}1`;
const SRC = addressOf(readPicture, { id: ID, width: '1600' });
const IMG = `<img src="${SRC}" alt="A pipette" width="1600" height="1000">`;
const JPEG = new Uint8Array([0xff, 0xd8, 0xff, 0xe0]);

const file = (name = 'pipette.jpg', type = 'image/jpeg', bytes: BlobPart = JPEG) => new File([bytes], name, { type });
const dialog = () => within(screen.getByRole('dialog'));
const button = (name: string) => form().getByRole('button', { name });
const words = () => dialog().getByLabelText('Alternative text');
const chooser = () => dialog().getByLabelText<HTMLInputElement>('Picture');
const images = () => [...content().querySelectorAll('img')].map((img) => [img.getAttribute('src'), img.alt]);
const bar = () => form().queryByRole('toolbar', { name: 'Picture' });

type User = Awaited<ReturnType<typeof begin>>['user'];

async function insert(user: User, alt = 'A pipette'): Promise<void> {
  await user.click(button('Picture'));
  await user.upload(chooser(), file());
  await user.type(words(), alt);
  await user.click(dialog().getByRole('button', { name: 'Insert picture' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
}

it('the kit keeps pictures at the address of the call', () => {
  expect(sanitizeHtml(IMG)).toBe(IMG);
});

describe('a new picture', () => {
  it('is uploaded and stands in the text with what it shows', async () => {
    const { user } = await begin();
    await user.type(title(), 'News');
    paste('<p>Words.</p>');
    await insert(user);
    expect(images()).toEqual([[SRC, 'A pipette']]);
    await waitFor(() => expect(content()).toHaveFocus());
    saveNow();
    await waitFor(() => expect(last()?.content).toContain(IMG));
    expect(portal.data.pictures).toHaveLength(1);
  });

  it('wants an alternative text, unless it is for decoration', async () => {
    const { user } = await begin();
    await user.click(button('Picture'));
    await user.upload(chooser(), file());
    await user.click(dialog().getByRole('button', { name: 'Insert picture' }));
    expect(words()).toHaveAccessibleDescription(/Say what the picture shows, or that it is for decoration only/);
    expect(portal.data.pictures).toHaveLength(0);
    await user.click(dialog().getByLabelText(/For decoration only/));
    await user.click(dialog().getByRole('button', { name: 'Insert picture' }));
    await waitFor(() => expect(images()).toEqual([[SRC, '']]));
  });

  it('wants a file', async () => {
    const { user } = await begin();
    await user.click(button('Picture'));
    await user.type(words(), 'x{Enter}');
    expect(chooser()).toHaveAccessibleDescription(/Choose a picture/);
  });

  it.each([
    ['an SVG', file('a.svg', 'image/svg+xml', '<svg/>'), /Only JPEG, PNG and WebP/],
    ['one of 11 MB', file('a.jpg', 'image/jpeg', new Uint8Array(11 * 1024 * 1024)), /larger than 10 MB/],
    ['an empty one', file('a.jpg', 'image/jpeg', ''), /The file is empty/],
  ])('that is %s is not sent', async (_what, chosen, sentence) => {
    const { user } = await begin();
    await user.click(button('Picture'));
    fireEvent.change(chooser(), { target: { files: [chosen] } });
    expect(chooser()).toHaveAccessibleDescription(sentence);
    await user.type(words(), 'x');
    await user.click(dialog().getByRole('button', { name: 'Insert picture' }));
    expect(portal.data.pictures).toHaveLength(0);
  });

  it('refused by the server shows why at the file; another one can be chosen', async () => {
    const { user } = await begin();
    await user.click(button('Picture'));
    await user.upload(chooser(), file('words.jpg', 'image/jpeg', 'words'));
    await user.type(words(), 'x');
    const errors = [{ path: 'body.file', message: 'Only JPEG, PNG and WebP pictures are accepted.' }];
    portal.refuse(uploadPicture, 'unsupported-media-type', { errors });
    await user.click(dialog().getByRole('button', { name: 'Insert picture' }));
    await waitFor(() => expect(chooser()).toHaveAccessibleDescription(/Only JPEG, PNG and WebP pictures are accepted/));
    await user.upload(chooser(), file());
    await user.click(dialog().getByRole('button', { name: 'Insert picture' }));
    await waitFor(() => expect(images()).toEqual([[SRC, 'x']]));
  });

  it('stays chosen when the server is busy', async () => {
    const { user } = await begin();
    const busy = () =>
      problem('busy', 'There are too many pictures to convert at once. Try again soon.', { status: 503 });
    portal.server.use(http.post('/api/admin/press-releases/pictures', busy));
    await user.click(button('Picture'));
    await user.upload(chooser(), file());
    await user.type(words(), 'x');
    await user.click(dialog().getByRole('button', { name: 'Insert picture' }));
    expect(await dialog().findByText(/too many pictures to convert/)).toBeVisible();
    expect(dialog().getByText('pipette.jpg')).toBeVisible();
    expect(words()).toHaveValue('x');
  });

  it('stays when one writes on, and another one follows it', async () => {
    const { user } = await begin();
    await user.type(title(), 'News');
    paste('<p>Words.</p>');
    await insert(user);
    await waitFor(() => expect(content()).toHaveFocus());
    expect(bar()).toBeNull();
    fireEvent.keyPress(content(), { key: 'x', charCode: 120 });
    expect(images()).toHaveLength(1);
    await insert(user, 'Another one');
    paste('<p>After both.</p>');
    expect(images().map(([, alt]) => alt)).toEqual(['A pipette', 'Another one']);
    saveNow();
    await waitFor(() => expect(last()?.content).toMatch(/^<p>Words\.<\/p><img[^>]*><img[^>]*><p>After both\.<\/p>$/));
  });

  it('before another one leaves a line to write on between them', async () => {
    Object.assign(stored(DRAFT) ?? {}, { content: `<p>One.</p>${IMG}<p>Two.</p>` });
    const { user } = await edit(DRAFT);
    act(() => content().focus());
    document.getSelection()?.collapse(content().querySelector('p')?.firstChild ?? null, 'One.'.length);
    fireEvent(document, new Event('selectionchange'));
    await insert(user, 'Before');
    paste('<p>Between.</p>');
    expect(images().map(([, alt]) => alt)).toEqual(['Before', 'A pipette']);
    saveNow();
    await waitFor(() =>
      expect(stored(DRAFT)?.content.replace(/<img[^>]*>/g, '+')).toBe('<p>One.</p>+<p>Between.</p>+<p>Two.</p>'),
    );
  });

  it('is not inserted when the dialog is closed', async () => {
    const { user } = await begin();
    await user.click(button('Picture'));
    await user.upload(chooser(), file());
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(images()).toEqual([]);
  });
});

describe('picture files', () => {
  const dataOf = (html: string, files: File[]) => ({
    getData: (type: string) => (type === 'text/html' ? html : ''),
    types: ['Files', 'text/html'],
    files,
    items: [],
  });

  it.each([
    ['alone', ''],
    ['with the picture of a foreign page', '<img src="https://elsewhere.example/x.png" alt="x">'],
  ])('pasted %s are asked about', async (_what, html) => {
    const { user } = await begin();
    fireEvent.paste(content(), { clipboardData: dataOf(html, [file()]) });
    expect(await screen.findByRole('dialog')).toBeVisible();
    expect(dialog().getByText('pipette.jpg')).toBeVisible();
    expect(form().queryByText(/Pictures were left out/)).toBeNull();
    await user.type(words(), 'Pasted{Enter}');
    await waitFor(() => expect(images()).toEqual([[SRC, 'Pasted']]));
  });

  it('are asked about one by one', async () => {
    await begin();
    document.elementFromPoint = () => null;
    fireEvent.drop(content(), { dataTransfer: dataOf('', [file(), file('second.jpg'), file('third.jpg')]) });
    expect(await screen.findByRole('dialog')).toBeVisible();
    expect(form().getByText('One picture at a time: drop or paste the other 2 after this one.')).toBeVisible();
  });

  it('added by a word processor to its text are left out', async () => {
    await begin();
    fireEvent.paste(content(), { clipboardData: dataOf('<p>Words.</p>', [file()]) });
    expect(content()).toHaveTextContent('Words.');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('dropped are asked about, and do not lead the page away', async () => {
    await begin();
    document.elementFromPoint = () => null;
    const isLeft = fireEvent.drop(content(), { dataTransfer: dataOf('', [file()]) });
    expect(isLeft).toBe(false);
    expect(await screen.findByRole('dialog')).toBeVisible();
  });
});

describe('a picture in the text', () => {
  const withPicture = async () => {
    Object.assign(stored(DRAFT) ?? {}, { content: `<p>One.</p>${IMG}<p>Two.</p>` });
    const rendered = await edit(DRAFT);
    const [img] = content().querySelectorAll('img');
    if (!img) throw new Error('There is no picture.');
    return { ...rendered, img };
  };
  const select = async (img: Element) => {
    act(() => content().focus());
    document.getSelection()?.collapse(img, 0);
    fireEvent(document, new Event('selectionchange'));
    await waitFor(() => expect(bar()).toBeVisible());
  };

  it('of another site is not accepted', async () => {
    await begin();
    paste(`<p>Words.</p><img src="https://evil.example/x.png" alt="x"><img src="data:image/png;base64,AA" alt="x">`);
    expect(content()).toHaveTextContent('Words.');
    expect(images()).toEqual([]);
  });

  it('opens as it was saved, without a change', async () => {
    await withPicture();
    saveNow();
    expect(images()).toEqual([[SRC, 'A pipette']]);
    expect(stored(DRAFT)?.content).toBe(`<p>One.</p>${IMG}<p>Two.</p>`);
  });

  it('gets other words and is removed by its buttons', async () => {
    const { user, img } = await withPicture();
    await select(img);
    await user.click(button('Alternative text'));
    expect(words()).toHaveValue('A pipette');
    await user.clear(words());
    await user.type(words(), 'Two pipettes{Enter}');
    await waitFor(() => expect(images()).toEqual([[SRC, 'Two pipettes']]));
    expect(bar()).toBeVisible();
    await user.click(button('Remove picture'));
    expect(images()).toEqual([]);
    expect(bar()).toBeNull();
    saveNow();
    await waitFor(() => expect(stored(DRAFT)?.content).not.toContain('<img'));
  });

  it('is described and removed by keyboard, and undoing brings it back with its words', async () => {
    const { user, img } = await withPicture();
    await select(img);
    fireEvent.keyDown(content(), { key: 'Enter' });
    await user.click(await screen.findByLabelText(/For decoration only/));
    await user.click(dialog().getByRole('button', { name: 'Save description' }));
    await waitFor(() => expect(images()).toEqual([[SRC, '']]));
    await waitFor(() => expect(content()).toHaveFocus());
    fireEvent.keyDown(content(), { key: 'Delete' });
    expect(images()).toEqual([]);
    fireEvent.keyDown(content(), { key: 'z', ctrlKey: true });
    expect(images()).toEqual([[SRC, '']]);
  });
});
