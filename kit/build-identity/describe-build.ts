/** What a program is built from. */
export interface BuildIdentity {
  version: string
  /** Id of the commit; `null` when it is not known. */
  commit: string | null
  /** Date of the commit, as ISO 8601 in UTC; `null` when it is not known. */
  date: string | null
}

const shownDigits = 12

/** Mark of a commit whose files were changed before they were packaged. */
export const changedMark = '-changed'

/** `0.2.0 (218f4b66e1d3, 2026-11-18)`; what is not known is said so, and a commit with changes. */
export function describeBuild({ version, commit, date }: BuildIdentity): string {
  const shown = commit === null ? 'commit unknown' : shortCommit(commit)
  return `${version} (${[shown, ...(date === null ? [] : [date.slice(0, 10)])].join(', ')})`
}

const shortCommit = (commit: string): string =>
  commit.slice(0, shownDigits) + (commit.endsWith(changedMark) ? ' with changes' : '')
