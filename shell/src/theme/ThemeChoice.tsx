import { THEMES, type Theme } from '@cytocomm/composition';
import { Select } from '@cytocomm/kit';
import { useSyncExternalStore } from 'react';
import { chooseTheme, chosenTheme, onThemeChosen } from './theme-choice.ts';

const labels: Readonly<Record<Theme, string>> = { light: 'Light', dark: 'Dark' };

/** Lets the person choose how the portal looks in this browser. */
export function ThemeChoice() {
  const theme = useSyncExternalStore(onThemeChosen, chosenTheme, () => undefined);
  const choose = (value: string) => chooseTheme(THEMES.find((each) => each === value));
  return (
    <Select label="Appearance" value={theme ?? ''} onChange={({ target }) => choose(target.value)}>
      <option value="">As on this device</option>
      {THEMES.map((each) => (
        <option key={each} value={each}>
          {labels[each]}
        </option>
      ))}
    </Select>
  );
}
