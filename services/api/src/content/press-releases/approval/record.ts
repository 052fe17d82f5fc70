/** How far the approval of a release has come. */
export interface ApprovalRecord {
  /** `outdated`: the text was changed after it had been approved. */
  readonly state: 'asked' | 'approved' | 'declined' | 'outdated';
  /** New with each question and each answer: the key of its mails. */
  readonly round: string;
  /** `wanted`: its mails are to be queued. */
  readonly mail: 'wanted' | 'queued';
  readonly askedBy?: string;
  readonly askedAt?: Date;
  /** Whom the answer is told: who asked, and who wrote. */
  readonly tell?: readonly string[];
  readonly by?: string;
  readonly at?: Date;
  readonly note?: string;
  /** What was approved. */
  readonly mark?: { readonly text: string; readonly publishAt: Date | null };
}
