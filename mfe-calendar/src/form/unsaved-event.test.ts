import { buildUser, signIn } from '@cytocomm/test-kit';
import { emptyDraft } from './event-draft.ts';
import { keepUnsavedEvent, unsavedEvent } from './unsaved-event.ts';

const initial = { ...emptyDraft(), title: 'Meeting', day: '2026-12-05' };

beforeEach(() => signIn(buildUser({ email: 'ada@lab.example' })));
afterEach(() => sessionStorage.clear());

it('is what was touched, in the event as it is now; its times stay together', () => {
  keepUnsavedEvent('1', { initial, draft: { ...initial, title: 'Ours', day: '2026-12-06' } });
  const present = {
    ...initial,
    title: 'Theirs',
    place: 'Hall 3',
    wholeDays: false,
    day: '',
    start: '2026-12-05T10:00',
  };
  expect(unsavedEvent('1', present)).toEqual({ ...initial, title: 'Ours', day: '2026-12-06', place: 'Hall 3' });
  keepUnsavedEvent('1', { initial, draft: { ...initial, url: 'https://fair.example/' } });
  expect(unsavedEvent('1', present)).toEqual({ ...present, url: 'https://fair.example/' });
});

it('is of one event and one person', () => {
  keepUnsavedEvent(null, { initial, draft: { ...initial, title: 'New' } });
  expect(unsavedEvent('1', initial)).toBeNull();
  signIn(buildUser({ email: 'grace@lab.example' }));
  expect(unsavedEvent(null, initial)).toBeNull();
});

it.each([
  ['no object', 'x'],
  ['no draft', { initial, draft: 5 }],
  ['a day that is none', { initial, draft: { ...initial, day: 'soon' } }],
  ['a clock that is none', { initial, draft: { ...initial, start: '' } }],
  ['a choice that is none', { initial, draft: { ...initial, endIsSecond: 'yes' } }],
  ['a zone that is none', { initial, draft: { ...initial, zone: 'Mars/Olympus' } }],
  ['roles that are none', { initial, draft: { ...initial, roles: 'admin' } }],
])('%s in the store is nothing', (_, stored) => {
  keepUnsavedEvent('1', { initial, draft: initial });
  const key = Object.keys(sessionStorage).find((each) => each.startsWith('draft of ')) ?? '';
  sessionStorage.setItem(key, JSON.stringify(stored));
  expect(unsavedEvent('1', initial)).toBeNull();
});
