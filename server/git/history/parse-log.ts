import type { CommitSummary } from '#platform/model/hosting/commits/commit-summary.ts'

/** Arguments of `git log` whose output is parsed here. Names of authors are those of the commit, whatever a `.mailmap` says. */
export const logFormat = ['log', '-z', '--no-notes', '--format=%m%x00%H%x00%an%x00%at%x00%B']

/** A commit of a log; of a symmetric difference `a...b` with the side that it is on. */
export interface LoggedCommit extends CommitSummary {
  side: 'left' | 'right'
}

/** The last that a `Date` holds. */
const maxDate = 8_640_000_000_000_000
const fieldCount = 5

/** Parses the output of `logFormat`. A commit cannot have a NUL; the last one may be cut. */
export function parseLog(output: string): LoggedCommit[] {
  const fields = output.split('\0')
  const found: LoggedCommit[] = []
  for (let at = 0; at + fieldCount <= fields.length; at += fieldCount) {
    const [mark = '', commit = '', author = '', date = '', message = ''] = fields.slice(at)
    if (!/^[<>]$/.test(mark) || !/^[0-9a-f]{40}$/.test(commit)) break
    found.push({
      side: mark === '<' ? 'left' : 'right',
      commit,
      author,
      // A commit names any date, also one that no calendar has.
      date: Math.max(0, Math.min(Number(date) * 1000 || 0, maxDate)),
      message: message.trim(),
    })
  }
  return found
}
