import { ExportLink } from '@cytocomm/portal-api';
import { acceptConfirmation, closeSignIn, useSession } from '@cytocomm/session';
import { renderRemote, startFakePortal } from '@cytocomm/test-kit';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { confirmExport } from './confirm-export.ts';

const portal = startFakePortal();
const saved = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
beforeEach(() => saved.mockClear());

function press(stale: boolean): void {
  renderRemote(<ExportLink href="/api/admin/users.csv" onClick={confirmExport} />, { session: { roles: ['admin'] } });
  portal.data.stale = stale;
  fireEvent.click(screen.getByRole('link', { name: 'Export CSV' }));
}
const asked = () => waitFor(() => expect(useSession.getState().confirming).toBe(true));

it('saves at once in a session that is fresh', async () => {
  press(false);
  await waitFor(() => expect(saved).toHaveBeenCalledTimes(1));
  expect(useSession.getState().confirming).toBe(false);
});

it('asks first in one that is not, and saves when that is given', async () => {
  press(true);
  await asked();
  expect(saved).not.toHaveBeenCalled();
  act(() => acceptConfirmation());
  await waitFor(() => expect(saved).toHaveBeenCalledTimes(1));
});

it('saves nothing when it is not given', async () => {
  press(true);
  await asked();
  await act(async () => closeSignIn());
  expect(saved).not.toHaveBeenCalled();
});
