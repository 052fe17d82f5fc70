import type { ThemeOptions } from '@mui/material/styles';
import type {} from '@mui/x-charts/themeAugmentation';
import type {} from '@mui/x-data-grid/themeAugmentation';
import type {} from '@mui/x-date-pickers/themeAugmentation';

const focusRing = { outline: '2px solid var(--focus)', outlineOffset: '2px' };
const chartColours = ['var(--accent)', 'var(--page-text)', 'var(--warning)', 'var(--control)'];

/** How MUI's parts look here: focus rings instead of ripples, quiet axes, days of 44 px. */
export const components: NonNullable<ThemeOptions['components']> = {
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
