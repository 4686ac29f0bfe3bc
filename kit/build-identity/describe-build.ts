/** What a program is built from. */
export interface BuildIdentity {
  version: string
  /** Id of the commit; `null` when it is not known. */
  commit: string | null
  /** Date of the commit, as ISO 8601 in UTC; `null` when it is not known. */
  date: string | null
}

const shownDigits = 12

/** `0.2.0 (218f4b66e1d3, 2026-11-18)`; what is not known is said so. */
export function describeBuild({ version, commit, date }: BuildIdentity): string {
  const shown = commit === null ? 'commit unknown' : commit.slice(0, shownDigits)
  return `${version} (${[shown, ...(date === null ? [] : [date.slice(0, 10)])].join(', ')})`
}
