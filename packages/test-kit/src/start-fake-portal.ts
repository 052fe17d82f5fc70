import { createFakePortal, type FakeData, type FakePortal } from '@cytocomm/fake-portal';
import { toast } from '@cytocomm/kit';
import { portalApi, portalStore } from '@cytocomm/portal-api';
import { useSession } from '@cytocomm/session';
import { HttpResponse } from 'msw';
import { HttpNetworkFrame } from 'msw/experimental';
import { type SetupServer, setupServer } from 'msw/node';
import { mswHandlers } from './msw-handlers.ts';

/** An answer that is no success, even with a status of 200, and the message that the person gets. */
export type BadAnswer = readonly [name: string, respond: () => Response, message: RegExp];

/** One answer that says success and is none, and none at all, for `it.each`; `packages/http` tests every kind. */
export const BAD_ANSWERS: readonly BadAnswer[] = [
  ['a page with 200', () => HttpResponse.html('<!doctype html><title>Portal</title>'), /Frontend is calling itself/],
  ['no answer', () => HttpResponse.error(), /cannot be reached/],
];

/**
 * The part of XMLHttpRequest that an upload uses, on top of fetch. The test environment's own one belongs to another
 * FormData than its fetch does and would send the words "[object FormData]"; this one brings a form to the fake portal
 * whole. Progress is told twice, at half and at all of the body.
 */
class UploadRequest {
  readonly upload: { onprogress: ((event: { loaded: number; total: number }) => void) | null } = { onprogress: null };
  onload: (() => void) | null = null;
  onerror: (() => void) | null = null;
  onabort: (() => void) | null = null;
  status = 0;
  responseText = '';
  readonly #abort = new AbortController();
  readonly #headers = new Headers();
  #target: { method: string; url: string } | null = null;
  #response: Response | null = null;

  open(method: string, url: string): void {
    this.#target = { method, url };
  }

  setRequestHeader(name: string, value: string): void {
    this.#headers.set(name, value);
  }

  getResponseHeader(name: string): string | null {
    return this.#response?.headers.get(name) ?? null;
  }

  abort(): void {
    this.#abort.abort();
  }

  send(body: FormData): void {
    void this.#run(body);
  }

  async #run(body: FormData): Promise<void> {
    if (this.#target === null) throw new Error('send() before open()');
    const { method, url } = this.#target;
    try {
      this.upload.onprogress?.({ loaded: 1, total: 2 });
      this.#response = await fetch(url, { method, headers: this.#headers, body, signal: this.#abort.signal });
      this.upload.onprogress?.({ loaded: 2, total: 2 });
      this.status = this.#response.status;
      this.responseText = await this.#response.text();
    } catch {
      if (this.#abort.signal.aborted) this.onabort?.();
      else this.onerror?.();
      return;
    }
    this.onload?.();
  }
}

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
 * Starts a fake portal for a test file, at its top level. Before each test it holds what `data` returns, and no session; handlers
 * that a test added to `server`, and notifications, are gone. An unknown call fails the test.
 */
export function startFakePortal(data: () => Partial<FakeData> = () => ({})): RunningFakePortal {
  const signedOut = useSession.getInitialState();
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
    useSession.setState(signedOut, true);
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
