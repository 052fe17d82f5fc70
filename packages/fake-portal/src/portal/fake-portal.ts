import { unsignedToken } from './access.ts';
import { answerTable } from './answer.ts';
import { authCalls, companyAccountCalls } from './auth-calls.ts';
import { binCalls } from './bin-calls.ts';
import { documentCalls } from './document-calls.ts';
import { documentAcknowledgementCalls, documentReaderCalls } from './document-reader-calls.ts';
import { documentVersionCalls } from './document-version-calls.ts';
import { eventCalls } from './event-calls.ts';
import { groupCalls } from './groups.ts';
import { lockCalls } from './lock-calls.ts';
import { alertCalls, notificationCalls } from './notification-calls.ts';
import { mailCalls, operationsCalls } from './operations-calls.ts';
import { passkeyCalls } from './passkey-calls.ts';
import { pressReleaseApprovalCalls } from './press-release-approval-calls.ts';
import { pressReleaseCalls } from './press-release-calls.ts';
import { pictureCalls, pressReleaseRevisionCalls, pressReleaseWritingCalls } from './press-release-text-calls.ts';
import { releaseCalls } from './release-calls.ts';
import { searchCalls } from './search-calls.ts';
import { emptyData, type FakeData, type FakePortal } from './state.ts';
import { backendTokenCalls, localRemoteCalls, teamTokenCalls } from './team-calls.ts';
import { userCalls, userImportCall } from './user-calls.ts';

const patterns = new Map<string, URLPattern>();

function patternOf(path: string): URLPattern {
  const pattern = patterns.get(path) ?? new URLPattern({ pathname: path });
  patterns.set(path, pattern);
  return pattern;
}

const decoded = (parts: Readonly<Record<string, string | undefined>>) =>
  Object.fromEntries(Object.entries(parts).map(([name, part = '']) => [name, decodeURIComponent(part)]));

/** Returns the answer of a fake portal to a request; throws when it does not know the call. */
export async function askFakePortal({ calls }: FakePortal, request: Request): Promise<Response> {
  for (const { call, answer } of calls) {
    const found = call.method === request.method ? patternOf(call.path).exec(request.url) : null;
    if (found !== null) return answer(request, decoded(found.pathname.groups));
  }
  throw new Error(`the fake portal does not know ${request.method} ${request.url}`);
}

/** Returns a fake portal that holds `data`. */
export function createFakePortal(data: Partial<FakeData> = {}): FakePortal {
  const portal: FakePortal = {
    data: { ...emptyData(), ...data },
    calls: [],
    cookie: null,
    halfSignIn: null,
    signBackendToken: async (claims) => unsignedToken(claims),
    reset(next) {
      portal.data = { ...emptyData(), ...next };
      portal.cookie = null;
      portal.halfSignIn = null;
    },
    asking: () => portal.data.users.find(({ email }) => email === portal.cookie),
  };
  const { answer, calls } = answerTable(portal);
  const domains = [
    authCalls,
    companyAccountCalls,
    passkeyCalls,
    userCalls,
    userImportCall,
    groupCalls,
    documentCalls,
    documentReaderCalls,
    documentVersionCalls,
    documentAcknowledgementCalls,
    eventCalls,
    pressReleaseCalls,
    pictureCalls,
    pressReleaseWritingCalls,
    pressReleaseRevisionCalls,
    pressReleaseApprovalCalls,
    binCalls,
    searchCalls,
    notificationCalls,
    mailCalls,
    operationsCalls,
    alertCalls,
    releaseCalls,
    lockCalls,
    localRemoteCalls,
    teamTokenCalls,
    backendTokenCalls,
  ];
  for (const addCalls of domains) addCalls(portal, answer);
  return Object.assign(portal, { calls });
}
