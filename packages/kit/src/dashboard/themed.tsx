import { CacheProvider } from '@emotion/react';
import { ThemeProvider } from '@mui/material/styles';
import type { ComponentType } from 'react';
import { styleCache } from './style-cache.ts';
import { dashboardTheme } from './theme.ts';

/** Returns a part of MUI with what it needs around it: the brand's theme and the page's one style cache. */
export function themed<Props extends object>(Part: ComponentType<Props>): ComponentType<Props> {
  return (props: Props) => (
    <CacheProvider value={styleCache()}>
      <ThemeProvider theme={dashboardTheme}>
        <Part {...props} />
      </ThemeProvider>
    </CacheProvider>
  );
}
