import { createTheme } from '@mui/material/styles';
import type {} from '@mui/x-charts/themeAugmentation';
import type {} from '@mui/x-date-pickers/themeAugmentation';
import { components } from './theme-components.ts';

const teal = {
  main: 'var(--color-teal)',
  light: 'var(--color-teal)',
  dark: 'var(--color-teal-deep)',
  contrastText: 'var(--color-paper)',
};
const coral = {
  main: 'var(--color-coral)',
  light: 'var(--color-coral)',
  dark: 'var(--color-coral-deep)',
  contrastText: 'var(--color-paper)',
};
const amber = {
  main: 'var(--color-amber)',
  light: 'var(--color-amber)',
  dark: 'var(--color-amber)',
  contrastText: 'var(--color-paper)',
};
const slate = {
  main: 'var(--color-slate)',
  light: 'var(--color-slate)',
  dark: 'var(--color-ink)',
  contrastText: 'var(--color-paper)',
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
      primary: 'var(--color-ink)',
      secondary: 'var(--color-slate)',
      // A calendar that only shows is still there to be read.
      disabled: 'var(--color-slate)',
    },
    divider: 'var(--color-line)',
    background: { default: 'var(--color-paper)', paper: 'var(--color-paper)' },
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
