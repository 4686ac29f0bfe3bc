/** Bounds of scheduled tasks, whoever writes them. */
export const cronLimits = {
  /** Lines of `cron.json`. */
  lines: 100,
  /** Tasks that an application has besides those. */
  own: 50,
  name: 60,
  schedule: 200,
  command: 2000,
  minTimeout: 10_000,
  maxTimeout: 86_400_000,
} as const

/** What a run may take where nobody says. */
export const defaultCronTimeout = cronLimits.maxTimeout

/** What names are made of: they are words of a command line. */
export const cronNamePattern = /^[\p{L}\p{N}][\p{L}\p{N} ._:-]*$/u
