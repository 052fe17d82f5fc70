import { createFakePortal, type FakeData, type FakePortal } from '@cytocomm/fake-portal';
import { toast } from '@cytocomm/kit';
import { portalApi, portalStore } from '@cytocomm/portal-api';
import { useSession } from '@cytocomm/session';
import { HttpNetworkFrame } from 'msw/experimental';
import { type SetupServer, setupServer } from 'msw/node';
import { mswHandlers } from './msw-handlers.ts';
import { UploadRequest } from './upload-request.ts';

/** A fake portal behind the fetch of a test file. */
export type RunningFakePortal = FakePortal & {
  readonly server: SetupServer;
  /** Throws when a call came that the portal does not know, and forgets it; asked after each test. */
  readonly assertCallsKnown: () => void;
};

let current: RunningFakePortal | undefined;

/** Returns the fake portal of this test file, if it has started one. */
export const currentFakePortal = (): RunningFakePortal | undefined => current;

/**
 * Starts a fake portal for a test file, at its top level. Before each test it holds what `data` gives, nobody is signed
 * in, and handlers that a test has added to `server` are gone, and so are notifications. A call it does not know fails the test.
 */
export function startFakePortal(data: () => Partial<FakeData> = () => ({})): RunningFakePortal {
  const nobody = useSession.getInitialState();
  const portal = createFakePortal();
  const unknownCalls: string[] = [];
  const running = Object.assign(portal, {
    server: setupServer(...mswHandlers(portal)),
    assertCallsKnown: () => {
      // The page takes a refused call for a network that is away, and a test may go on well with that.
      const calls = unknownCalls.splice(0);
      if (calls.length > 0) throw new Error(`The fake portal does not know: ${calls.join(', ')}`);
    },
  });

  beforeAll(() => {
    running.server.listen({
      onUnhandledFrame: ({ frame, defaults }) => {
        if (frame instanceof HttpNetworkFrame)
          unknownCalls.push(`${frame.data.request.method} ${frame.data.request.url}`);
        defaults.error();
      },
    });
    Object.assign(globalThis, { XMLHttpRequest: UploadRequest });
  });
  beforeEach(() => {
    current = running;
    portal.reset(data());
    useSession.setState(nobody, true);
    sessionStorage.clear();
    localStorage.clear();
  });
  afterEach(() => running.assertCallsKnown());
  afterEach(() => {
    toast.clear();
    running.server.resetHandlers();
    portalStore.dispatch(portalApi.util.resetApiState());
  });
  afterAll(() => running.server.close());
  return running;
}
