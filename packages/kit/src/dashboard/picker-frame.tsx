import { AdapterDayjs } from '@mui/x-date-pickers/AdapterDayjs';
import { LocalizationProvider } from '@mui/x-date-pickers/LocalizationProvider';
import { PickerDay, type PickerDayProps } from '@mui/x-date-pickers/PickerDay';
import { PickersTextField, type PickersTextFieldProps } from '@mui/x-date-pickers/PickersTextField';
import dayjs, { type Dayjs } from 'dayjs';
import utc from 'dayjs/plugin/utc.js';
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { clockIn, knowsZone, ownZone } from '../time/zone-clock.ts';

dayjs.extend(utc);

/** How dates are written where people copy them, beside the way in which the field shows its own. */
const DAYS = ['YYYY-MM-DD', 'DD.MM.YYYY', 'D.M.YYYY', 'D MMMM YYYY', 'MMMM D, YYYY', 'D MMM YYYY', 'MMM D, YYYY'];
const CLOCKS = ['', 'THH:mm', 'THH:mm:ss', ' HH:mm', ' HH:mm:ss', ' h:mm A', ', HH:mm', ', h:mm A'];
const COPIED = DAYS.flatMap((day) => CLOCKS.map((clock) => day + clock));

/** Reads what is typed in no zone, so that no hour is missing, and what is pasted in each way in which dates are copied. */
function readDate(text: string, format: string): Dayjs {
  const own = dayjs.utc(text, format, true);
  if (own.isValid()) return own;
  return COPIED.map((copied) => dayjs.utc(text.trim(), copied, true)).find((date) => date.isValid()) ?? own;
}

class CopiedDates extends AdapterDayjs {
  override parse = (text: string, format: string): Dayjs | null => (text === '' ? null : readDate(text, format));
}

/** What fits a single part of a field, such as its year. */
const PART = /^(\d+|[ap]m)$/i;

/** What the fields of a day and of a moment have in common. */
export interface PickerFieldProps {
  readonly label: string;
  /** The zone whose today is marked; the reader's own unless told. */
  readonly zone?: string | undefined;
  /** Help below it. */
  readonly hint?: string | undefined;
  /** What is wrong and what to do; takes the place of the hint. */
  readonly error?: string | undefined;
  /** The message for text that is no value, shown after typing; by default that it cannot be used. */
  readonly unreadable?: string | undefined;
  /** Whether it can be read alone. */
  readonly readOnly?: boolean | undefined;
  /** Whether it is off for now. */
  readonly disabled?: boolean | undefined;
}

const Zone = createContext(ownZone());

/** What a field says of what is typed in it. */
interface Typed {
  /** What is said where it has no value. */
  readonly sentence: string;
  readonly isUnreadable: boolean;
  /** How the field writes its value. */
  readonly format: string;
  /** What was pasted and is no date; nothing changed by it. */
  readonly refused: string | undefined;
  readonly refuse: (text: string) => void;
  /** Takes whether anything stands in the field, each time that it is shown. */
  readonly settle: (isEmpty: boolean) => void;
}

const TypedInField = createContext<Typed>({
  sentence: '',
  isUnreadable: false,
  format: '',
  refused: undefined,
  refuse: () => undefined,
  settle: () => undefined,
});

/** Properties of {@link PickerFrame}. */
interface PickerFrameProps extends Pick<PickerFieldProps, 'zone' | 'unreadable'>, Pick<Typed, 'format'> {
  readonly typed: Omit<Typed, 'sentence' | 'format'>;
  readonly children: ReactNode;
}

/** What is around a picker: how dates are counted, whose today it marks, and what is said of what cannot be read. */
export function PickerFrame({
  zone,
  unreadable: sentence = 'Not a date that can be used: correct it or clear it.',
  format,
  typed,
  children,
}: PickerFrameProps) {
  return (
    <LocalizationProvider dateAdapter={CopiedDates}>
      <Zone value={zone !== undefined && knowsZone(zone) ? zone : ownZone()}>
        <TypedInField value={{ ...typed, sentence, format }}>{children}</TypedInField>
      </Zone>
    </LocalizationProvider>
  );
}

/** MUI publishes nothing while a field that was empty is half typed, and marks what is wrong by a colour alone. */
function Field(props: PickersTextFieldProps) {
  const { sentence, isUnreadable, format, refused, refuse, settle } = useContext(TypedInField);
  const { areAllSectionsEmpty, focused, error, helperText } = props;
  useEffect(() => settle(areAllSectionsEmpty));
  const isTold = isUnreadable && focused !== true;
  const example = dayjs.utc('2026-11-28T09:30').format(format);
  const noDate = refused === undefined ? undefined : `“${refused}” isn't a date. Write it like ${example}.`;
  return (
    <PickersTextField
      {...props}
      error={error || isTold || noDate !== undefined}
      helperText={isTold ? sentence : (noDate ?? helperText)}
      // MUI drops what it cannot read, and what stood there with it.
      onPasteCapture={(event) => {
        const text = event.clipboardData.getData('text').trim();
        if (text === '' || PART.test(text) || readDate(text, format).isValid()) return;
        event.preventDefault();
        event.stopPropagation();
        refuse(text.length > 40 ? `${text.slice(0, 40)}…` : text);
      }}
    />
  );
}

/** MUI takes what is today from the zone that it counts in, which is UTC. */
function Day(props: PickerDayProps) {
  const today = props.day.format('YYYY-MM-DD') === clockIn(useContext(Zone), new Date()).slice(0, 10);
  return <PickerDay {...props} today={today} aria-current={today ? 'date' : undefined} />;
}

const SHEET = {
  '@media (max-width: 767.98px)': {
    '& .MuiDialog-container': { alignItems: 'flex-end' },
    '& .MuiDialog-paper': {
      width: '100%',
      maxWidth: 'none',
      margin: 0,
      paddingBottom: 'env(safe-area-inset-bottom)',
      borderRadius: 'var(--radius-surface) var(--radius-surface) 0 0',
    },
    '& .MuiDateCalendar-root': { marginInline: 'auto' },
  },
};

/** What is given to every picker: it counts in no zone, opens beside its field or as a sheet, and says what is wrong. */
export const pickerProps = ({ label, hint, error, readOnly = false, disabled = false }: PickerFieldProps) => ({
  label,
  readOnly,
  disabled,
  timezone: 'UTC',
  // Beside its field it is wider than a phone.
  desktopModeMediaQuery: '@media (pointer: fine) and (min-width: 600px)',
  slots: { day: Day, textField: Field },
  slotProps: {
    textField: {
      fullWidth: true,
      helperText: error ?? hint ?? '',
      ...(error !== undefined && { error: true }),
      // The words of an empty field are shown, as its label is above it.
      slotProps: { inputLabel: { shrink: true } },
    },
    dialog: { sx: SHEET },
  },
});

/** How a value is written: `read` of what the field shows, `show` of the value; `nothing` is the value of an empty field. */
export interface PickerValue<Value> {
  readonly nothing: Value;
  readonly show: (value: Value) => Dayjs | null;
  readonly read: (shown: Dayjs) => Value;
}

/** Takes a value, and whether something stands in the field that has none. */
export type PickerChange<Value> = (value: Value, isUnreadable: boolean) => void;

/**
 * Returns what a picker shows, what takes its changes, and what is said of what is typed: what is half typed, no date or out
 * of bounds has no value, and stays.
 */
export function usePicked<Value>(
  value: Value,
  onChange: PickerChange<Value>,
  { nothing, show, read }: PickerValue<Value>,
) {
  // What stands in the field, a date or half of one.
  const [shown, setShown] = useState(() => show(value));
  // The value that was given last: another one is a change from outside, or the own one coming back.
  const [seen, setSeen] = useState(value);
  // The value of what stands in the field, which is not told before MUI has shown it.
  const [chosen, setChosen] = useState(value);
  // What `onChange` was called with last.
  const [told, setTold] = useState({ value, isUnreadable: false });
  const [refused, refuse] = useState<string>();
  if (value !== seen) {
    setSeen(value);
    // What comes back of the own change is older than what was typed meanwhile.
    if (value !== told.value) {
      setShown(show(value));
      setChosen(value);
      setTold({ value, isUnreadable: false });
      refuse(undefined);
    }
  }
  const change = (next: Dayjs | null, { validationError }: { readonly validationError: unknown }) => {
    setShown(next);
    refuse(undefined);
    setChosen(next === null || validationError !== null ? nothing : read(next));
  };
  // Whether a field without a value is empty is known once MUI has shown it.
  const settle = (isEmpty: boolean) => {
    const isUnreadable = chosen === nothing && !isEmpty;
    if (chosen === told.value && isUnreadable === told.isUnreadable) return;
    setTold({ value: chosen, isUnreadable });
    onChange(chosen, isUnreadable);
  };
  return { shown, change, typed: { isUnreadable: told.isUnreadable, refused, refuse, settle } };
}
