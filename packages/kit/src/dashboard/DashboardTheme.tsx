import { CacheProvider } from '@emotion/react';
import { ThemeProvider } from '@mui/material/styles';
import { AdapterDayjs } from '@mui/x-date-pickers/AdapterDayjs';
import { LocalizationProvider } from '@mui/x-date-pickers/LocalizationProvider';
import type { ReactNode } from 'react';
import { styleCache } from './style-cache.ts';
import { dashboardTheme } from './theme.ts';

/** Around everything that uses MUI: the brand's theme, the style cache, and dates by Day.js. */
export function DashboardTheme({ children }: { readonly children: ReactNode }) {
  return (
    <CacheProvider value={styleCache()}>
      <ThemeProvider theme={dashboardTheme}>
        <LocalizationProvider dateAdapter={AdapterDayjs}>{children}</LocalizationProvider>
      </ThemeProvider>
    </CacheProvider>
  );
}
