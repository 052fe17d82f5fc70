import { classNames } from '@cytocomm/kit';
import classes from './editor.module.css';

/** Properties of {@link ToolButton}. */
export interface ToolButtonProps {
  readonly name: string;
  /** Letters that are drawn in place of the name. */
  readonly sign?: string;
  readonly className?: string | undefined;
  /** Whether what it switches is on; absent for a step. */
  readonly pressed?: boolean;
  /** It stays where it is for the keyboard, and does nothing. */
  readonly disabled?: boolean;
  readonly onClick: () => void;
}

/** A button of a toolbar. */
export function ToolButton({ name, sign, className, pressed, disabled = false, onClick }: ToolButtonProps) {
  return (
    <button
      type="button"
      aria-label={sign === undefined ? undefined : name}
      title={sign === undefined ? undefined : name}
      aria-pressed={pressed}
      aria-disabled={disabled || undefined}
      // A sign is a picture made of letters, not the button's words.
      data-sign={sign}
      className={classNames(classes.tool, className)}
      onClick={() => disabled || onClick()}
    >
      {sign === undefined ? name : null}
    </button>
  );
}
