import { CacheProvider } from '@emotion/react';
import { ThemeProvider } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { styleCache } from './style-cache.ts';
import { dashboardTheme } from './theme.ts';

/** Around everything that uses MUI: the brand's theme and the style cache. */
export function DashboardTheme({ children }: { readonly children: ReactNode }) {
  return (
    <CacheProvider value={styleCache()}>
      <ThemeProvider theme={dashboardTheme}>{children}</ThemeProvider>
    </CacheProvider>
  );
}
