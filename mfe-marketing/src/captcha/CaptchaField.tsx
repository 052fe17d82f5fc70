import { Button, Skeleton, SkeletonGroup } from '@cytocomm/kit';
import { captcha as words } from '../content/captcha.ts';
import { useLoaded } from '../loading/use-loaded.ts';
import classes from './CaptchaField.module.css';
import type { CaptchaProps } from './read-offer.ts';

/** Properties of {@link CaptchaField}. */
export interface CaptchaFieldProps extends CaptchaProps {
  /** Nothing is loaded before; the place is kept free. */
  readonly wanted: boolean;
  /** Which captcha of this form it is; the next one starts unsolved. */
  readonly round: number;
}

async function loadCaptcha(signal: AbortSignal) {
  const [{ default: Captcha }, offer] = await Promise.all([
    import('./Captcha.tsx'),
    import('./fetch-offer.ts').then(({ fetchOffer }) => fetchOffer(signal)),
  ]);
  return { Captcha, offer };
}

/** The place of the captcha in a form. */
export function CaptchaField({ wanted, round, onChange }: CaptchaFieldProps) {
  const { value, failure, retry } = useLoaded(wanted ? `captcha ${round}` : null, loadCaptcha);
  return (
    <div className={classes.place}>
      <noscript>
        <p className={classes.withoutScripts}>{words.withoutScripts}</p>
      </noscript>
      {value ? (
        <value.Captcha key={round} offer={value.offer} onChange={onChange} />
      ) : failure ? (
        <div role="alert" className={classes.failed}>
          <span>{words.unavailable}</span>
          <Button variant="secondary" size="small" icon="retry" onClick={retry}>
            Retry
          </Button>
        </div>
      ) : (
        <SkeletonGroup label={wanted ? words.loading : ''}>
          <Skeleton shape="block" className={classes.skeleton} />
        </SkeletonGroup>
      )}
    </div>
  );
}
