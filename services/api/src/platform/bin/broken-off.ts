/** How long a hidden record stays whose deletion broke off before it was gone, in seconds; the bin has it. */
export const BROKEN_OFF_SECONDS = 3600;
