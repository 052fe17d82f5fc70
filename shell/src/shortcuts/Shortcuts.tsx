import { Checkbox, Dialog } from '@cytocomm/kit';
import { useState } from 'react';
import { chooseShortcut, isShortcutOn } from '../bar/preferences.tsx';
import classes from './shortcuts.module.css';

/** Keys by where they work. */
const SHORTCUTS: readonly (readonly [where: string, keys: readonly (readonly [keys: string, does: string])[]])[] = [
  [
    'Everywhere in the dashboard',
    [
      ['Ctrl K', 'Search pages, actions and records'],
      ['?', 'Show this list'],
      ['F8', 'Go to the newest notification, to its Undo first'],
      ['Esc', 'Close what is over the page; leave a notification'],
    ],
  ],
  [
    'In the search',
    [
      ['↑ ↓', 'Choose a result'],
      ['Enter', 'Open it'],
    ],
  ],
  [
    'In a list with columns',
    [
      ['↑ ↓ ← →', 'Go from cell to cell'],
      ['Enter', 'On the head of a column: sort by it, or the other way round'],
      ['Shift Space', 'Select the row; in the cell of its box Space alone does'],
      ['Ctrl A', 'Select all rows'],
      ['Tab', 'Go through the buttons of a cell, then on in the page'],
    ],
  ],
  [
    'In a text that is written',
    [
      ['Ctrl B, Ctrl I', 'Bold, italic'],
      ['Ctrl Alt 2, Ctrl Alt 3', 'Heading, subheading'],
      ['Ctrl Shift 8, Ctrl Shift 7', 'Bullet list, numbered list'],
      ['Ctrl Z, Ctrl Shift Z', 'Undo, redo'],
      ['Tab, Shift Tab', 'In a table: go from cell to cell'],
      ['Enter', 'On a picture: describe it'],
      ['Esc', 'Leave a table, or the buttons above the text'],
    ],
  ],
  [
    'In a calendar',
    [
      ['↑ ↓ ← →', 'Go from day to day'],
      ['Page Up, Page Down', 'Go from month to month'],
    ],
  ],
];

/** The list of shortcuts, with the switch for the one that is a single character. */
export default function Shortcuts({ onClose }: { readonly onClose: () => void }) {
  const [isOn, setIsOn] = useState(isShortcutOn);
  return (
    <Dialog open onClose={onClose} title="Keyboard shortcuts">
      <div className={classes.groups}>
        {SHORTCUTS.map(([where, keys]) => (
          <section key={where} aria-label={where}>
            <h3 className={classes.where}>{where}</h3>
            <dl className={classes.list}>
              {keys.map(([key, does]) => (
                <div key={key} className={classes.line}>
                  <dt>
                    <kbd className={classes.key}>{key}</kbd>
                  </dt>
                  <dd>{does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <Checkbox
        label="Open this list with ?"
        hint="Turn it off if you speak to your computer, or press keys by accident. Ctrl K works all the same."
        checked={isOn}
        onChange={({ target }) => {
          setIsOn(target.checked);
          chooseShortcut(target.checked);
        }}
      />
    </Dialog>
  );
}
