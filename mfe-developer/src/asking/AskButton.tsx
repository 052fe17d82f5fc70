import { Button, type ButtonProps } from '@cytocomm/kit';
import { useState } from 'react';
import { AskFirst, type AskFirstProps } from './AskFirst.tsx';

/** Properties of {@link AskButton}: those of the question, and how its button looks. */
export interface AskButtonProps extends Omit<AskFirstProps, 'onClose'> {
  readonly label: string;
  /** What the button is named where its label alone does not tell; begins with the label. */
  readonly name?: string;
  readonly variant?: ButtonProps['variant'];
  readonly icon?: ButtonProps['icon'];
}

/** A button that does something only after asking. */
export function AskButton({ label, name, variant = 'quiet', icon, ...ask }: AskButtonProps) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button variant={variant} size="small" icon={icon} aria-label={name} onClick={() => setAsking(true)}>
        {label}
      </Button>
      {asking ? <AskFirst {...ask} onClose={() => setAsking(false)} /> : null}
    </>
  );
}
