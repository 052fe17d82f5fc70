// The door for a test of the server: the fake portal alone, without a browser, to be held to its original.

import { getResponse } from 'msw';
import type { FakePortal } from './fake-portal/state.ts';

export { buildUser } from './builders.ts';
export { demoData } from './demo-data.ts';
export { createFakePortal } from './fake-portal/fake-portal.ts';
export type { FakeData, FakePortal } from './fake-portal/state.ts';
export { buildRelease, buildRemote } from './release-builders.ts';

/** Returns the answer of a fake portal to a request; throws when it does not know the call. */
export async function askFakePortal({ handlers }: FakePortal, request: Request): Promise<Response> {
  const response = await getResponse(handlers, request, { baseUrl: new URL(request.url).origin });
  if (response === undefined) throw new Error(`the fake portal does not know ${request.method} ${request.url}`);
  return response;
}
