import { createTheme, type ThemeOptions } from '@mui/material/styles';
import type {} from '@mui/x-charts/themeAugmentation';
import type {} from '@mui/x-data-grid/themeAugmentation';
import type {} from '@mui/x-date-pickers/themeAugmentation';

const focusRing = { outline: '2px solid var(--focus)', outlineOffset: '2px' };
const chartColours = ['var(--accent)', 'var(--page-text)', 'var(--warning)', 'var(--control)'];

/** How MUI's parts look here: focus rings instead of ripples, quiet axes, days of 44 px. */
const components: NonNullable<ThemeOptions['components']> = {
  MuiButtonBase: {
    defaultProps: { disableRipple: true },
    styleOverrides: { root: { '&.Mui-focusVisible, &:focus-visible': focusRing } },
  },
  MuiDataGrid: {
    styleOverrides: {
      root: {
        border: 0,
        color: 'inherit',
        fontSize: 'var(--text-body)',
        '--DataGrid-containerBackground': 'var(--page-surface)',
        '--DataGrid-rowBorderColor': 'var(--rule)',
        backgroundColor: 'transparent',
        '& .MuiDataGrid-row--dynamicHeight > .MuiDataGrid-cell': { display: 'flex', alignItems: 'center' },
        '& .MuiDataGrid-cell--textRight > *': { justifyContent: 'flex-end' },
        '& .MuiDataGrid-columnSeparator': { color: 'var(--rule)' },
        '& .MuiDataGrid-columnHeaderTitle': { fontSize: 'var(--text-caption)', fontWeight: 500 },
        '& .MuiDataGrid-columnHeader': { color: 'var(--text-secondary)' },
        '& :is(.MuiDataGrid-cell, .MuiDataGrid-columnHeader):is(:focus, :focus-within)': {
          outline: '2px solid var(--focus)',
          outlineOffset: '-2px',
        },
      },
    },
  },
  // As every other field (forms.module.css), also where it is dark.
  MuiPickersTextField: {
    styleOverrides: {
      root: {
        '& > label': {
          position: 'static',
          alignSelf: 'start',
          maxWidth: '100%',
          marginBottom: 'var(--space-1)',
          '&, &.Mui-focused, &.Mui-error': { color: 'inherit' },
          fontWeight: 550,
          lineHeight: 1.35,
          whiteSpace: 'normal',
          transform: 'none',
          pointerEvents: 'auto',
        },
        '& > p': { margin: 'var(--space-1) 0 0', lineHeight: 1.45 },
        '& legend': { display: 'none' },
      },
    },
  },
  MuiPickersOutlinedInput: {
    styleOverrides: {
      // A day with its button takes nearly all of half a phone's line.
      root: { minHeight: 48, paddingInline: 'min(var(--space-2), 6%)', backgroundColor: 'var(--surface)' },
      sectionsContainer: {
        padding: '12px 0',
        opacity: 1,
        '& [role=spinbutton]:not([aria-valuenow])': { color: 'var(--text-secondary)' },
      },
      notchedOutline: { top: 0, borderColor: 'var(--control)' },
    },
  },
  MuiDateCalendar: { styleOverrides: { root: { margin: 0 } } },
  MuiPickerDay: {
    styleOverrides: {
      root: {
        fontSize: 'var(--text-body)',
        fontVariantNumeric: 'tabular-nums',
        '&.Mui-selected': { '@media (forced-colors: active)': { outline: '2px solid Highlight', outlineOffset: -2 } },
        // A day that is chosen in a calendar that only shows.
        '&.Mui-selected.Mui-disabled': {
          color: 'var(--on-accent)',
          backgroundColor: 'var(--accent)',
          opacity: 1,
        },
      },
    },
  },
  MuiBarChart: { defaultProps: { colors: chartColours, grid: { horizontal: true }, borderRadius: 4 } },
  MuiChartsXAxis: { defaultProps: { tickLabelStyle: { fontSize: 14 }, disableLine: true, disableTicks: true } },
  MuiChartsYAxis: { defaultProps: { tickLabelStyle: { fontSize: 14 }, disableLine: true, disableTicks: true } },
  MuiChartsAxis: { styleOverrides: { root: { '& .MuiChartsAxis-tickLabel': { fill: 'var(--text-secondary)' } } } },
  MuiChartsGrid: { styleOverrides: { line: { stroke: 'var(--rule)' } } },
};

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
