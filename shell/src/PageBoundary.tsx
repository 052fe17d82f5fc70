import { Component, type ReactNode } from 'react';
import { ErrorScreen } from './frame/index.ts';
import { newIncidentId } from './incident.ts';

/** Catches what the frame itself throws: the specification's error screen, with an id that the log has too. */
export class PageBoundary extends Component<{ readonly children: ReactNode }, { readonly incident: string | null }> {
  override state = { incident: null };

  static getDerivedStateFromError() {
    return { incident: newIncidentId() };
  }

  override componentDidCatch(error: unknown) {
    console.error(`Incident ${this.state.incident}`, error);
  }

  override render() {
    return this.state.incident ? <ErrorScreen requestId={this.state.incident} /> : this.props.children;
  }
}
