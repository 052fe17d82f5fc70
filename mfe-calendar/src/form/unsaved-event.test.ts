import { buildUser, signIn } from '@cytocomm/test-kit';
import { emptyDraft } from './event-draft.ts';
import { keepUnsavedEvent, unsavedEvent } from './unsaved-event.ts';

const initial = { ...emptyDraft(), title: 'Meeting', day: '2026-12-05' };

beforeEach(() => signIn(buildUser({ email: 'ada@lab.example' })));
afterEach(() => sessionStorage.clear());

it('is what was touched, in the event as it is now; its times stay together', () => {
  keepUnsavedEvent('1', 'a', { initial, draft: { ...initial, title: 'Ours', day: '2026-12-06' }, sent: null });
  const present = {
    ...initial,
    title: 'Theirs',
    place: 'Hall 3',
    wholeDays: false,
    day: '',
    start: '2026-12-05T10:00',
  };
  expect(unsavedEvent('1', present)?.draft).toEqual({ ...initial, title: 'Ours', day: '2026-12-06', place: 'Hall 3' });
  keepUnsavedEvent('1', 'a', { initial, draft: { ...initial, url: 'https://fair.example/' }, sent: null });
  expect(unsavedEvent('1', present)?.draft).toEqual({ ...present, url: 'https://fair.example/' });
});

it('is of one event and one person', () => {
  keepUnsavedEvent(null, 'a', { initial, draft: { ...initial, title: 'New' }, sent: null });
  expect(unsavedEvent('1', initial)).toBeNull();
  signIn(buildUser({ email: 'grace@lab.example' }));
  expect(unsavedEvent(null, initial)).toBeNull();
});

it('is of one form: another removes only its own, and the newest is offered first', () => {
  const newest = () => unsavedEvent(null, initial);
  const keep = (formId: string, title: string | null) =>
    keepUnsavedEvent(null, formId, title === null ? null : { initial, draft: { ...initial, title }, sent: null });
  keep('a', 'A');
  keep('b', 'B');
  expect([newest()?.formId, newest()?.draft.title]).toEqual(['b', 'B']);
  keep('b', null);
  expect(newest()?.draft.title).toBe('A');
  keep('a', null);
  expect(newest()).toBeNull();
});

it('keeps ten forms of an event', () => {
  for (let form = 0; form < 12; form += 1)
    keepUnsavedEvent(null, `${form}`, { initial, draft: { ...initial, title: `${form}` }, sent: null });
  const titles: string[] = [];
  for (let unsaved = unsavedEvent(null, initial); unsaved !== null; unsaved = unsavedEvent(null, initial)) {
    titles.push(unsaved.draft.title);
    keepUnsavedEvent(null, unsaved.formId, null);
  }
  expect(titles).toEqual(['11', '10', '9', '8', '7', '6', '5', '4', '3', '2']);
});

it('is also what a page of the former version has left, until it is saved', () => {
  keepUnsavedEvent('1', 'a', { initial, draft: initial, sent: null });
  const key = Object.keys(sessionStorage).find((each) => each.startsWith('draft of ')) ?? '';
  sessionStorage.setItem(key, JSON.stringify({ initial, draft: { ...initial, title: 'Ours' } }));
  keepUnsavedEvent('1', 'b', { initial, draft: { ...initial, title: 'Newer' }, sent: null });
  keepUnsavedEvent('1', 'b', null);
  const unsaved = unsavedEvent('1', initial);
  expect(unsaved).toMatchObject({ draft: { title: 'Ours' }, sent: null, mayBeSaved: false });
  keepUnsavedEvent('1', unsaved?.formId ?? '', { initial, draft: { ...initial, title: 'Ours too' }, sent: null });
  expect(unsavedEvent('1', initial)?.draft.title).toBe('Ours too');
  keepUnsavedEvent('1', unsaved?.formId ?? '', null);
  expect(unsavedEvent('1', initial)).toBeNull();
});

it.each([
  ['no object', 'x'],
  ['no draft', { formId: 'a', initial, draft: 5 }],
  ['a day that is none', { formId: 'a', initial, draft: { ...initial, day: 'soon' } }],
  ['a clock that is none', { formId: 'a', initial, draft: { ...initial, start: '' } }],
  ['a choice that is none', { formId: 'a', initial, draft: { ...initial, endIsSecond: 'yes' } }],
  ['a zone that is none', { formId: 'a', initial, draft: { ...initial, zone: 'Mars/Olympus' } }],
  ['roles that are none', { formId: 'a', initial, draft: { ...initial, roles: 'admin' } }],
])('%s in the store is nothing', (_, stored) => {
  keepUnsavedEvent('1', 'a', { initial, draft: initial, sent: null });
  const key = Object.keys(sessionStorage).find((each) => each.startsWith('draft of ')) ?? '';
  sessionStorage.setItem(key, JSON.stringify([stored]));
  expect(unsavedEvent('1', initial)).toBeNull();
});
