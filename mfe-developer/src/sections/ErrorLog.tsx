import { Panel } from '@cytocomm/kit/dashboard';

/** Where reports of failing remotes will be listed. */
export default function ErrorLog() {
  return (
    <Panel title="Error log">
      <p>
        A remote that fails in somebody's page is reported to the server with its name, release and phase. The reports
        will be listed here, next to deployments and development statistics.
      </p>
    </Panel>
  );
}
