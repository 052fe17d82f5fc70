import type { Happening, NotificationSource } from '../../platform/notifications/source.ts';
import { createHappenings } from './service.ts';

const happening = (subject: string): Happening => ({
  ...{ kind: 'event', happening: 'added', subject, title: subject, at: new Date() },
});
const investor = { email: 'a@x.example', roles: ['investor'], groups: [] };

function start() {
  const reads: string[] = [];
  const state: { change: (collection: string | undefined) => void; isOpen: boolean; failing: boolean } = {
    change: () => undefined,
    isOpen: true,
    failing: false,
  };
  const source = (collection: NonNullable<NotificationSource['collection']>): NotificationSource => ({
    collection,
    since: async ({ roles }) => {
      reads.push(`${collection} for ${roles}`);
      if (state.failing) throw new Error('away');
      return [happening(collection)];
    },
  });
  const happeningsFor = createHappenings(
    { database: { now: () => new Date() } },
    [source('events'), source('documents')],
    {
      isFeedOpen: () => state.isOpen,
      onChange: (listener) => {
        state.change = listener;
      },
    },
  );
  return { happeningsFor, reads, state };
}

it('reads once for an audience, and again only after a change', async () => {
  const { happeningsFor, reads, state } = start();
  await Promise.all([
    happeningsFor(investor),
    happeningsFor({ ...investor, email: 'b@x.example' }),
    happeningsFor(investor),
  ]);
  await happeningsFor(investor);
  expect(reads.splice(0)).toEqual(['events for investor', 'documents for investor']);
  state.change('events');
  state.change('users');
  expect(await happeningsFor(investor)).toHaveLength(2);
  expect(reads.splice(0)).toEqual(['events for investor']);
  await happeningsFor({ ...investor, roles: ['customer'] });
  await happeningsFor({ ...investor, groups: ['series-a'] });
  expect(reads.splice(0)).toHaveLength(4);
  // No admin is told of what they did themselves.
  await happeningsFor({ ...investor, roles: ['admin'] });
  await happeningsFor({ ...investor, roles: ['admin'], email: 'b@x.example' });
  expect(reads.splice(0)).toHaveLength(4);
  // Changes were missed.
  state.change(undefined);
  await happeningsFor(investor);
  expect(reads).toHaveLength(2);
});

it('caches no failures, and nothing without a change feed', async () => {
  const { happeningsFor, reads, state } = start();
  state.failing = true;
  await expect(happeningsFor(investor)).rejects.toThrow('away');
  state.failing = false;
  expect(await happeningsFor(investor)).toHaveLength(2);
  reads.length = 0;
  state.isOpen = false;
  await happeningsFor(investor);
  await happeningsFor(investor);
  expect(reads).toHaveLength(4);
});
