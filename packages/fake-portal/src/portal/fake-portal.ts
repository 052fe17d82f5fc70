import { answeredCalls } from './answer.ts';
import { authCalls, passkeyCalls, unsignedToken } from './auth-calls.ts';
import { binCalls } from './bin-calls.ts';
import { documentCalls, documentReaderCalls } from './document-calls.ts';
import { eventCalls } from './event-calls.ts';
import { notificationCalls, operationCalls, searchCalls } from './operation-calls.ts';
import { pictureCalls, pressReleaseCalls } from './press-release-calls.ts';
import { refusalOf } from './refusal.ts';
import { lockCalls, releaseCalls, teamCalls } from './release-calls.ts';
import { FakeData, type FakePortal } from './state.ts';
import { userCalls } from './user-calls.ts';

const decoded = (parts: Readonly<Record<string, string | undefined>>) =>
  Object.fromEntries(Object.entries(parts).map(([name, part = '']) => [name, decodeURIComponent(part)]));

/** Returns the answer of a fake portal to a request; throws when it does not know the call. */
export async function askFakePortal({ calls }: FakePortal, request: Request): Promise<Response> {
  for (const { call, answer } of calls) {
    const found = call.method === request.method ? new URLPattern({ pathname: call.path }).exec(request.url) : null;
    if (found !== null) return answer(request, decoded(found.pathname.groups));
  }
  throw new Error(`the fake portal does not know ${request.method} ${request.url}`);
}

/** Returns a fake portal that holds `data`. */
export function createFakePortal(data: Partial<FakeData> = {}): FakePortal {
  const portal: FakePortal = {
    data: new FakeData(),
    calls: [],
    cookie: null,
    halfSignIn: null,
    signBackendToken: async (claims) => unsignedToken(claims),
    refusals: [],
    refuse(call, code, { params = {}, detail, ...extras } = {}) {
      portal.refusals = [...portal.refusals, { call, params, answer: refusalOf(call, code, detail, extras) }];
    },
    reset(next) {
      portal.refusals = [];
      portal.data = { ...new FakeData(), ...next };
      portal.cookie = null;
      portal.halfSignIn = null;
    },
    asking: () => portal.data.users.find(({ email }) => email === portal.cookie),
  };
  const domains = [
    authCalls,
    passkeyCalls,
    userCalls,
    documentCalls,
    documentReaderCalls,
    eventCalls,
    pressReleaseCalls,
    pictureCalls,
    binCalls,
    operationCalls,
    searchCalls,
    notificationCalls,
    releaseCalls,
    lockCalls,
    teamCalls,
  ];
  portal.reset(data);
  return Object.assign(portal, { calls: domains.flatMap((answersOf) => answeredCalls(portal, answersOf(portal))) });
}
