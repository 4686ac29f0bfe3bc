/** Bounds of one-off commands. */
export const runLimits = {
  /** Characters of a command, with its arguments. */
  command: 8000,
  /** Runs of one application at a time. */
  perApplication: 10,
  /** Runs of one quota account at a time. */
  perAccount: 30,
  minTimeout: 10_000,
  maxTimeout: 604_800_000,
  /** What a run may take where nobody says. */
  defaultTimeout: 86_400_000,
} as const
