import { act, fireEvent, waitFor, within } from '@testing-library/react';
import {
  begin,
  content,
  DRAFT,
  edit,
  form,
  last,
  paste,
  saveNow,
  stored,
  title,
} from '../../press-releases/testing/editing-page.tsx';

// services/api/src/content/press-releases/content.test.ts shows that the server keeps just this.
const EMPTY_ROW = '<tr><td><p></p></td><td><p></p></td></tr>';
const HEADER_ROW = '<tr><th scope="col"><p></p></th><th scope="col"><p></p></th></tr>';
const TABLE =
  '<table><tbody><tr><th scope="col"><p>Day</p></th><th scope="col"><p>Beats</p></th></tr>' +
  '<tr><td><p>1</p></td><td><p>62</p></td></tr></tbody></table>';

type User = Awaited<ReturnType<typeof begin>>['user'];
const button = (name: string) => form().getByRole('button', { name });
const bar = (name: string) => form().queryByRole('toolbar', { name });
const key = (name: string, init = {}) => fireEvent.keyDown(content(), { key: name, ...init });
const cells = () => [...content().querySelectorAll('th, td')];
const cellWithCursor = () => {
  const node = document.getSelection()?.anchorNode;
  return cells().findIndex((cell) => node && cell.contains(node));
};

async function insert(user: User, rows: string, columns: string): Promise<void> {
  await user.click(button('Table'));
  await user.clear(form().getByLabelText('Rows'));
  await user.type(form().getByLabelText('Rows'), rows);
  await user.clear(form().getByLabelText('Columns'));
  await user.type(form().getByLabelText('Columns'), columns);
  await user.click(button('Insert table'));
}

describe('a new table', () => {
  it('has the rows and columns that were asked for, and the cursor in its first cell', async () => {
    const { user } = await begin();
    await user.type(title(), 'Figures');
    await insert(user, '3', '2');
    expect(cells()).toHaveLength(6);
    await waitFor(() => expect(content()).toHaveFocus());
    expect(cellWithCursor()).toBe(0);
    saveNow();
    await waitFor(() =>
      expect(last()?.content).toBe(`<table><tbody>${HEADER_ROW}${EMPTY_ROW}${EMPTY_ROW}</tbody></table>`),
    );
  });

  it.each([
    ['0', '2', 'Rows', 'Enter a number from 1 to 50.'],
    ['3', '21', 'Columns', 'Enter a number from 1 to 20.'],
    ['1e9', '2', 'Rows', 'Enter a number from 1 to 50.'],
    ['two', '2', 'Rows', 'Enter a number from 1 to 50.'],
  ])('is not made of %s rows and %s columns', async (rows, columns, field, sentence) => {
    const { user } = await begin();
    await insert(user, rows, columns);
    expect(form().getByLabelText(field)).toHaveAccessibleDescription(sentence);
    expect(cells()).toHaveLength(0);
  });

  it('stands behind the list with the cursor, not in it', async () => {
    const { user } = await begin();
    paste('<ul><li>one</li><li>two</li></ul>');
    await insert(user, '1', '1');
    expect(within(content()).getAllByRole('listitem')).toHaveLength(2);
    expect(content().querySelector('li table')).toBeNull();
    expect(content().querySelector('ul + div > table')).not.toBeNull();
  });
});

describe('a table that is there', () => {
  const row = (...words: string[]) => `<tr>${words.map((word) => `<td><p>${word}</p></td>`).join('')}</tr>`;
  const header = '<tr><th scope="col"><p>Day</p></th><th scope="col"><p>Beats</p></th></tr>';
  const table = (...rows: string[]) => `<table><tbody>${rows.join('')}</tbody></table>`;
  let user: User;
  beforeEach(async () => {
    Object.assign(stored(DRAFT) ?? {}, { content: TABLE });
    ({ user } = await edit(DRAFT));
  });

  it('has its buttons and a sentence about the keys, while the cursor is in it', async () => {
    expect(bar('Table')).toBeVisible();
    await waitFor(() => expect(content()).toHaveAccessibleDescription(/Escape leaves the table/));
    key('Escape');
    await waitFor(() => expect(bar('Table')).toBeNull());
    expect(content()).not.toHaveAccessibleDescription();
    expect(cellWithCursor()).toBe(-1);
  });

  it('does not trap the keyboard: Tab goes through its cells and out at both ends', () => {
    content().focus();
    const moves = (shiftKey: boolean) => !key('Tab', { shiftKey });
    expect([moves(false), moves(false), moves(false)]).toEqual([true, true, true]);
    expect(cellWithCursor()).toBe(3);
    expect(moves(false)).toBe(false);
    expect([moves(true), moves(true), moves(true)]).toEqual([true, true, true]);
    expect(cellWithCursor()).toBe(0);
    expect(moves(true)).toBe(false);
  });

  it.each([
    [['Row below'], table(header, row('', ''), row('1', '62'))],
    [
      ['Column left'],
      TABLE.replaceAll('<tr>', '<tr>+').replace('+', '<th scope="col"><p></p></th>').replace('+', '<td><p></p></td>'),
    ],
    [
      ['Delete column'],
      '<table><tbody><tr><th scope="col"><p>Beats</p></th></tr><tr><td><p>62</p></td></tr></tbody></table>',
    ],
    [['Delete row'], table(row('1', '62'))],
    [['Header row'], table(row('Day', 'Beats'), row('1', '62'))],
    [['Header row', 'Header row'], TABLE],
    [['Header row', 'Row above'], table(row('', ''), row('Day', 'Beats'), row('1', '62'))],
    [['Row below', 'Undo'], TABLE],
    [['Delete row', 'Undo', 'Redo'], table(row('1', '62'))],
  ])('is changed by %j', async (names, html) => {
    await user.type(title(), '!');
    for (const name of names) await user.click(button(name));
    saveNow();
    await waitFor(() => expect(stored(DRAFT)).toMatchObject({ title: 'Unfinished!', content: html }));
  });

  it('keeps its header row first, and its last row and column', async () => {
    expect(button('Row above')).toHaveAttribute('aria-disabled', 'true');
    await user.click(button('Row above'));
    expect(cells()).toHaveLength(4);
    await user.click(button('Delete row'));
    await user.click(button('Delete column'));
    expect(cells()).toHaveLength(1);
    expect(button('Delete row')).toHaveAttribute('aria-disabled', 'true');
    expect(button('Delete column')).toHaveAttribute('aria-disabled', 'true');
  });

  it('takes a caption, and removes it', async () => {
    await user.click(button('Caption'));
    await user.type(form().getByLabelText('Caption of the table'), 'Beats a minute{Enter}');
    expect(within(content()).getByText('Beats a minute')).toBeVisible();
    expect(button('Caption')).toHaveAttribute('aria-pressed', 'true');
    saveNow();
    await waitFor(() =>
      expect(stored(DRAFT)?.content).toBe(TABLE.replace('<table>', '<table><caption>Beats a minute</caption>')),
    );
    await user.click(button('Caption'));
    await user.clear(form().getByLabelText('Caption of the table'));
    await user.click(button('Set caption'));
    saveNow();
    await waitFor(() => expect(stored(DRAFT)?.content).toBe(TABLE));
  });

  it('is deleted as a whole', async () => {
    await user.click(button('Delete table'));
    expect(cells()).toHaveLength(0);
    expect(bar('Table')).toBeNull();
    saveNow();
    await waitFor(() => expect(stored(DRAFT)?.content).toBe(''));
  });

  it('is not changed by opening it', async () => {
    content().focus();
    key('Tab');
    key('Escape');
    saveNow();
    await user.type(title(), '!');
    saveNow();
    await waitFor(() => expect(stored(DRAFT)?.title).toBe('Unfinished!'));
    expect(stored(DRAFT)?.content).toBe(TABLE);
  });
});

it('a table with a caption and a table head keeps both when its text is edited', async () => {
  const body = TABLE.slice('<table>'.length)
    .replace('</th></tr>', '</th></tr></thead><tbody>')
    .replace('<tbody>', '<thead>');
  Object.assign(stored(DRAFT) ?? {}, { content: `<table><caption>Beats</caption>${body}` });
  const { user } = await edit(DRAFT);
  expect(cells()).toHaveLength(4);
  expect(within(content()).getByText('Beats', { selector: 'caption' })).toBeVisible();
  await user.click(button('Row below'));
  saveNow();
  const added = TABLE.replace('<table>', '<table><caption>Beats</caption>').replace('</tbody>', `${EMPTY_ROW}</tbody>`);
  await waitFor(() => expect(stored(DRAFT)?.content).toBe(added));
});

it('a caption for another table, or one no longer asked for, is not set', async () => {
  Object.assign(stored(DRAFT) ?? {}, { content: `${TABLE}${TABLE}` });
  const { user } = await edit(DRAFT);
  const [first, second] = [...content().querySelectorAll('table')];
  const enter = (table: Element | undefined) => {
    act(() => content().focus());
    document.getSelection()?.collapse(table?.querySelector('p') ?? null, 0);
    fireEvent(document, new Event('selectionchange'));
  };
  enter(first);
  await waitFor(() => expect(bar('Table')).toBeVisible());
  await user.click(button('Caption'));
  await user.type(form().getByLabelText('Caption of the table'), 'Of the first');
  enter(second);
  await waitFor(() => expect(form().queryByLabelText('Caption of the table')).toBeNull());
  enter(first);
  await waitFor(() => expect(bar('Table')).toBeVisible());
  expect(form().queryByLabelText('Caption of the table')).toBeNull();
  expect(content().querySelector('caption')).toBeNull();
});

it('each toolbar is one stop for Tab, and arrow keys move in it', async () => {
  const { user } = await begin();
  const names = () => within(form().getByRole('toolbar', { name: 'Formatting' })).getAllByRole('button');
  expect(names().filter(({ tabIndex }) => tabIndex === 0)).toEqual([button('Bold')]);
  button('Bold').focus();
  await user.keyboard('{ArrowLeft}');
  expect(button('Redo')).toHaveFocus();
  await user.keyboard('{ArrowRight}{ArrowRight}');
  expect(button('Italic')).toHaveFocus();
  await user.keyboard('{End}');
  expect(names().filter(({ tabIndex }) => tabIndex === 0)).toEqual([button('Redo')]);
  await user.keyboard('{Home}');
  expect(button('Bold')).toHaveFocus();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(content()).toHaveFocus());
});

it('a text of only an empty table is not published', async () => {
  const { user } = await begin();
  await user.type(title(), 'Figures');
  await insert(user, '2', '2');
  await user.click(button('Publish'));
  expect(await form().findByText('The text is needed.')).toBeVisible();
});
