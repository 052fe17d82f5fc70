import type { FakePortal } from '@cytocomm/fake-portal';
import { type HttpHandler, http } from 'msw';

const REGISTER = { GET: http.get, POST: http.post, PUT: http.put, PATCH: http.patch, DELETE: http.delete };

/** Returns the calls of a fake portal as handlers of MSW, which answer in the network's place. */
export function mswHandlers({ calls }: FakePortal): readonly HttpHandler[] {
  return calls.map(({ call: { method, path }, answer }) =>
    REGISTER[method](path, ({ request, params }) => answer(request, params)),
  );
}
