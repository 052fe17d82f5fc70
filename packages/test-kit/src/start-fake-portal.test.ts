import { listDocuments } from '@cytocomm/contract';
import { startFakePortal } from './start-fake-portal.ts';

const portal = startFakePortal();

it('an unknown call fails the test, also where the page goes on', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  await fetch('/api/unknown').catch(() => undefined);
  await fetch(listDocuments.path, { method: 'POST' }).catch(() => undefined);
  expect(portal.assertCallsKnown).toThrow(
    'The fake portal does not know: GET http://localhost/api/unknown, POST http://localhost/api/documents',
  );
});

it('a known call does not fail the test', async () => {
  expect((await fetch(listDocuments.path)).status).toBe(200);
  expect(portal.assertCallsKnown).not.toThrow();
});
