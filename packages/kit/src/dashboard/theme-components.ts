import type { ThemeOptions } from '@mui/material/styles';
import type {} from '@mui/x-charts/themeAugmentation';
import type {} from '@mui/x-date-pickers/themeAugmentation';

const focusRing = { outline: '2px solid var(--focus)', outlineOffset: '2px' };
const floating = { borderRadius: 'var(--radius-surface)', boxShadow: 'var(--shadow-float)' };
const field = {
  borderRadius: 'var(--radius-surface)',
  '& .MuiOutlinedInput-notchedOutline': { top: 0, borderColor: 'var(--control)', '& legend': { display: 'none' } },
  '&:hover .MuiOutlinedInput-notchedOutline': { borderColor: 'var(--text)' },
};

const chartColours = ['var(--color-teal)', 'var(--color-ink)', 'var(--color-amber)', 'var(--color-control)'];

/** How MUI's parts look here: the kit's fields, rows of 44 px, quiet surfaces, focus rings instead of ripples. */
export const components: NonNullable<ThemeOptions['components']> = {
  MuiButtonBase: {
    defaultProps: { disableRipple: true },
    styleOverrides: { root: { '&.Mui-focusVisible, &:focus-visible': focusRing } },
  },
  MuiTableCell: {
    styleOverrides: {
      root: {
        height: 44,
        padding: '2px 16px',
        '&:first-of-type': { paddingLeft: 0 },
        '&:last-of-type': { paddingRight: 0 },
        fontSize: 'var(--text-body)',
        lineHeight: 1.4,
        borderColor: 'var(--rule)',
      },
      head: {
        paddingBottom: 8,
        height: 'auto',
        color: 'var(--text-secondary)',
        fontSize: 'var(--text-caption)',
        fontWeight: 500,
        borderColor: 'var(--control)',
        whiteSpace: 'nowrap',
      },
      alignRight: { fontVariantNumeric: 'tabular-nums' },
    },
  },
  MuiTablePagination: {
    styleOverrides: {
      selectLabel: { fontSize: 'var(--text-caption)' },
      displayedRows: { fontSize: 'var(--text-caption)' },
    },
  },
  MuiDialog: {
    defaultProps: { closeAfterTransition: true },
    styleOverrides: { paper: floating },
  },
  MuiDialogTitle: {
    styleOverrides: {
      root: { padding: '32px 32px 0', fontSize: 'var(--text-title)', fontWeight: 600, lineHeight: 1.15 },
    },
  },
  MuiDialogContent: { styleOverrides: { root: { padding: '16px 32px 32px' } } },
  MuiDialogActions: { styleOverrides: { root: { padding: '16px 32px', borderTop: '1px solid var(--rule)' } } },
  MuiBackdrop: {
    styleOverrides: { root: { '&:not(.MuiBackdrop-invisible)': { backgroundColor: 'rgb(12 26 38 / 0.56)' } } },
  },
  MuiMenu: { styleOverrides: { paper: { ...floating, minWidth: 200 }, list: { padding: 8 } } },
  MuiMenuItem: {
    styleOverrides: { root: { minHeight: 44, borderRadius: 'var(--radius-small)', fontSize: 'var(--text-body)' } },
  },
  MuiTooltip: {
    styleOverrides: {
      tooltip: {
        padding: '6px 10px',
        color: 'var(--color-paper)',
        fontSize: 'var(--text-caption)',
        fontWeight: 400,
        backgroundColor: 'var(--color-ink)',
        borderRadius: 'var(--radius-small)',
      },
      arrow: { color: 'var(--color-ink)' },
    },
  },
  MuiTabs: {
    styleOverrides: { root: { minHeight: 44, borderBottom: '1px solid var(--rule)' }, indicator: { height: 2 } },
  },
  MuiTab: {
    styleOverrides: {
      root: {
        minHeight: 44,
        padding: '0 16px',
        color: 'var(--text-secondary)',
        '&.Mui-focusVisible': { outlineOffset: '-4px' },
      },
    },
  },
  MuiChip: {
    styleOverrides: {
      root: { height: 28, fontSize: 'var(--text-caption)', fontWeight: 550 },
      outlined: { borderColor: 'var(--control)' },
    },
  },
  MuiIconButton: {
    styleOverrides: {
      root: { minWidth: 44, minHeight: 44, color: 'var(--text-secondary)', '&:hover': { color: 'var(--text)' } },
    },
  },
  MuiCheckbox: {
    styleOverrides: { root: { color: 'var(--control)' } },
  },
  MuiSwitch: {
    styleOverrides: {
      switchBase: { '&.Mui-focusVisible': { outlineOffset: '-4px' } },
      track: { opacity: 1, backgroundColor: 'var(--control)' },
    },
  },
  MuiTextField: { defaultProps: { variant: 'outlined', slotProps: { inputLabel: { shrink: true } } } },
  // The label stands above its field, as the kit's own does.
  MuiInputLabel: {
    styleOverrides: {
      root: {
        position: 'static',
        transform: 'none',
        marginBottom: 8,
        color: 'var(--text)',
        fontSize: 'var(--text-body)',
        fontWeight: 550,
        lineHeight: 1.35,
        '&.Mui-focused, &.Mui-error': { color: 'var(--text)' },
      },
    },
  },
  MuiOutlinedInput: {
    styleOverrides: {
      root: field,
      input: {
        height: 48,
        padding: '0 16px',
        boxSizing: 'border-box',
        '&&::placeholder': { color: 'var(--text-secondary)', opacity: 1 },
      },
      multiline: { padding: 0, '& textarea': { padding: '12px 16px' } },
    },
  },
  MuiSelect: {
    styleOverrides: { select: { '&&': { display: 'flex', alignItems: 'center', height: 48, minHeight: 0 } } },
  },
  MuiFormHelperText: {
    styleOverrides: { root: { margin: '8px 0 0', fontSize: 'var(--text-caption)', lineHeight: 1.45 } },
  },
  MuiLinearProgress: {
    styleOverrides: {
      root: { height: 6, borderRadius: 'var(--radius-full)', backgroundColor: 'var(--rule)' },
      bar: { borderRadius: 'var(--radius-full)' },
    },
  },
  MuiDateCalendar: { styleOverrides: { root: { margin: 0 } } },
  MuiPickerDay: {
    styleOverrides: {
      root: {
        fontSize: 'var(--text-body)',
        fontVariantNumeric: 'tabular-nums',
        // A day that is chosen in a calendar that only shows.
        '&.Mui-selected.Mui-disabled': {
          color: 'var(--color-paper)',
          backgroundColor: 'var(--color-teal)',
          opacity: 1,
        },
      },
    },
  },
  MuiLineChart: { defaultProps: { colors: chartColours, grid: { horizontal: true } } },
  MuiBarChart: { defaultProps: { colors: chartColours, grid: { horizontal: true }, borderRadius: 4 } },
  MuiChartsXAxis: { defaultProps: { tickLabelStyle: { fontSize: 14 }, disableLine: true, disableTicks: true } },
  MuiChartsYAxis: { defaultProps: { tickLabelStyle: { fontSize: 14 }, disableLine: true, disableTicks: true } },
  MuiChartsAxis: { styleOverrides: { root: { '& .MuiChartsAxis-tickLabel': { fill: 'var(--text-secondary)' } } } },
  MuiChartsGrid: { styleOverrides: { line: { stroke: 'var(--rule)' } } },
};
