import { createTheme } from '@mui/material/styles';
import type {} from '@mui/x-charts/themeAugmentation';
import type {} from '@mui/x-date-pickers/themeAugmentation';
import { components } from './theme-components.ts';

const teal = {
  main: 'var(--accent)',
  light: 'var(--accent)',
  dark: 'var(--accent-strong)',
  contrastText: 'var(--on-accent)',
};
const coral = {
  main: 'var(--danger-fill)',
  light: 'var(--danger-fill)',
  dark: 'var(--page-danger-on-raised)',
  contrastText: 'var(--on-danger-fill)',
};
const amber = {
  main: 'var(--warning)',
  light: 'var(--warning)',
  dark: 'var(--warning)',
  contrastText: 'var(--page-surface)',
};
const slate = {
  main: 'var(--page-text-secondary)',
  light: 'var(--page-text-secondary)',
  dark: 'var(--page-text)',
  contrastText: 'var(--page-surface)',
};

/** MUI in the portal's brand. Every value is one of the kit's custom properties: the tokens stay in one place. */
export const dashboardTheme = createTheme({
  cssVariables: { nativeColor: true, cssVarPrefix: 'mui' },
  palette: {
    primary: teal,
    secondary: slate,
    error: coral,
    warning: amber,
    success: teal,
    info: slate,
    text: {
      primary: 'var(--page-text)',
      secondary: 'var(--page-text-secondary)',
      // A calendar that only shows is still there to be read.
      disabled: 'var(--page-text-secondary)',
    },
    action: { active: 'var(--page-text-secondary)' },
    divider: 'var(--page-rule)',
    background: { default: 'var(--page-surface)', paper: 'var(--page-surface)' },
  },
  shape: { borderRadius: 10 },
  spacing: 8,
  typography: {
    fontFamily: 'var(--font-sans)',
    fontWeightMedium: 550,
    body1: { fontSize: 'var(--text-body)', lineHeight: 1.6 },
    body2: { fontSize: 'var(--text-body)', lineHeight: 1.5 },
    caption: { fontSize: 'var(--text-caption)' },
    button: { fontSize: 'var(--text-body)', fontWeight: 550, textTransform: 'none' },
  },
  breakpoints: { values: { xs: 0, sm: 480, md: 768, lg: 1120, xl: 1440 } },
  transitions: {
    duration: {
      shortest: 120,
      shorter: 120,
      short: 160,
      standard: 200,
      complex: 200,
      enteringScreen: 200,
      leavingScreen: 160,
    },
  },
  components,
});
