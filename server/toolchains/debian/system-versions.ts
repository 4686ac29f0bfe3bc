/** The line of a version of a system, which is the line and the day on which it was fetched: `3.13` of `3.13-20261119`. */
export const systemLine = (version: string): string => version.split('-')[0] ?? version

/** Whether it names no more than a line: recipes do until a deployment chooses a version of it. */
export const isSystemLine = (version: string): boolean => !version.includes('-')

/** A system of a line as its suite is on this day. */
export const systemVersion = (line: string, now: number): string =>
  `${line}-${new Date(now).toISOString().slice(0, 10).replaceAll('-', '')}`

/** The newest of a line; a line alone, from before versions had days, is the oldest. */
export const newestSystem = (versions: readonly string[], line: string): string | undefined =>
  versions
    .filter((version) => systemLine(version) === line)
    .sort()
    .at(-1)
