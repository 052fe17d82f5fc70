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
  const told = createHappenings({ database: { now: () => new Date() } }, [source('events'), source('documents')], {
    isFeedOpen: () => state.isOpen,
    onChange: (listener) => {
      state.change = listener;
    },
  });
  return { told, reads, state };
}

it('reads what an audience shares once for all who ask, and anew only of what has changed', async () => {
  const { told, reads, state } = start();
  await Promise.all([told(investor), told({ ...investor, email: 'b@x.example' }), told(investor)]);
  await told(investor);
  expect(reads.splice(0)).toEqual(['events for investor', 'documents for investor']);
  state.change('events');
  state.change('users');
  expect(await told(investor)).toHaveLength(2);
  expect(reads.splice(0)).toEqual(['events for investor']);
  await told({ ...investor, roles: ['customer'] });
  await told({ ...investor, groups: ['series-a'] });
  expect(reads.splice(0)).toHaveLength(4);
  // No admin is told of what they did themselves.
  await told({ ...investor, roles: ['admin'] });
  await told({ ...investor, roles: ['admin'], email: 'b@x.example' });
  expect(reads.splice(0)).toHaveLength(4);
  // Changes were missed.
  state.change(undefined);
  await told(investor);
  expect(reads).toHaveLength(2);
});

it('keeps nothing that failed, and nothing while no change would be told', async () => {
  const { told, reads, state } = start();
  state.failing = true;
  await expect(told(investor)).rejects.toThrow('away');
  state.failing = false;
  expect(await told(investor)).toHaveLength(2);
  reads.length = 0;
  state.isOpen = false;
  await told(investor);
  await told(investor);
  expect(reads).toHaveLength(4);
});
