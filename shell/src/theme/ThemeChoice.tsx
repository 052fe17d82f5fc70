import { THEMES, type Theme } from '@cytocomm/composition';
import { Select } from '@cytocomm/kit';
import { useState } from 'react';
import { chooseTheme, chosenTheme } from './theme-choice.ts';

const labels: Readonly<Record<Theme, string>> = { light: 'Light', dark: 'Dark' };

/** Lets the person choose how the portal looks in this browser. */
export function ThemeChoice() {
  const [theme, setTheme] = useState(chosenTheme);
  const choose = (value: string) => {
    const next = THEMES.find((each) => each === value);
    setTheme(next);
    chooseTheme(next);
  };
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
