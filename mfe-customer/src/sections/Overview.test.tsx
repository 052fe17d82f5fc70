import { renderRemote, startFakePortal } from '@cytocomm/test-kit';
import { screen } from '@testing-library/react';
import Overview from './Overview.tsx';

startFakePortal();

it('opens the customer dashboard with the ways to its tools and to the lab software', () => {
  renderRemote(<Overview activeRole="customer" preview={false} />, { session: { roles: ['customer'] } });
  expect(screen.getByRole('heading', { level: 2, name: 'Customer Dashboard' })).toBeVisible();
  const hrefs = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(hrefs.slice(0, 2)).toEqual(['/dashboard/customer/documents', '/dashboard/customer/calendar']);
  expect(screen.getByRole('link', { name: /Open the lab software/ })).toHaveAttribute('target', '_blank');
});
