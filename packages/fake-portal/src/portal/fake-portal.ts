import { unsignedToken } from './access.ts';
import { alertCalls } from './alert-calls.ts';
import { answerTable } from './answer.ts';
import { authCalls } from './auth-calls.ts';
import { backendTokenCalls } from './backend-token-calls.ts';
import { binCalls } from './bin-calls.ts';
import { companyAccountCalls } from './company-account-calls.ts';
import { documentAcknowledgementCalls } from './document-acknowledgement-calls.ts';
import { documentCalls } from './document-calls.ts';
import { documentReaderCalls } from './document-reader-calls.ts';
import { documentVersionCalls } from './document-version-calls.ts';
import { eventCalls } from './event-calls.ts';
import { groupCalls } from './groups.ts';
import { localRemoteCalls } from './local-remote-calls.ts';
import { lockCalls } from './lock-calls.ts';
import { mailCalls } from './mail-calls.ts';
import { notificationCalls } from './notification-calls.ts';
import { operationsCalls } from './operations-calls.ts';
import { passkeyCalls } from './passkey-calls.ts';
import { pictureCalls } from './picture-calls.ts';
import { pressReleaseApprovalCalls } from './press-release-approval-calls.ts';
import { pressReleaseCalls } from './press-release-calls.ts';
import { pressReleaseRevisionCalls } from './press-release-revision-calls.ts';
import { pressReleaseWritingCalls } from './press-release-writing-calls.ts';
import { releaseCalls } from './release-calls.ts';
import { searchCalls } from './search-calls.ts';
import { emptyData, type FakeData, type FakePortal } from './state.ts';
import { teamTokenCalls } from './team-token-calls.ts';
import { userCalls } from './user-calls.ts';
import { userImportCall } from './user-import.ts';

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
