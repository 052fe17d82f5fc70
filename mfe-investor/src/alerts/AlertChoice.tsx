import type { AlertPreferences } from '@cytocomm/contract';
import { Checkbox, Skeleton, SkeletonGroup, toast } from '@cytocomm/kit';
import { problemMessage, QueryFailure } from '@cytocomm/portal-api';
import { useAlertPreferences, useChooseAlerts } from './alert-api.ts';
import classes from './alerts.module.css';

const choices: readonly { readonly key: keyof AlertPreferences; readonly label: string }[] = [
  { key: 'newReport', label: 'A new report' },
  { key: 'investorNews', label: 'News for investors' },
];

/** Which mails an investor gets. */
export function AlertChoice() {
  const { data, error, isFetching, refetch } = useAlertPreferences();
  const [choose] = useChooseAlerts();

  const change = async (preferences: AlertPreferences) => {
    const { error: refusal } = await choose({ body: preferences });
    if (refusal) toast.error(`Your choice was not kept. ${problemMessage(refusal)}`);
    else toast.success('E-mail alerts changed');
  };

  if (!data) {
    return error ? (
      <QueryFailure
        title="Your e-mail alerts could not be loaded."
        error={error}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    ) : (
      <SkeletonGroup label="Loading e-mail alerts" className={classes.alerts}>
        <Skeleton lines={2} />
      </SkeletonGroup>
    );
  }
  return (
    <fieldset className={classes.alerts}>
      <legend>Mail me when there is</legend>
      {choices.map(({ key, label }) => (
        <Checkbox
          key={key}
          label={label}
          checked={data[key]}
          onChange={(event) => void change({ ...data, [key]: event.target.checked })}
        />
      ))}
    </fieldset>
  );
}
