import { escapeSequence, withoutControls } from '#kit/terminal-text.ts'
import type { ApplicationId } from '#platform/model/ids.ts'

/** A commit in words. */
export interface CommitSummary {
  commit: string
  author: string
  message: string
  /** Milliseconds since the epoch. */
  date: number
}

/** What commits of an application say of themselves; kept as long as a deployment is of them. */
export interface CommitSummaries {
  put(applicationId: ApplicationId, summary: CommitSummary): Promise<void>
  find(applicationId: ApplicationId, commit: string): Promise<CommitSummary | undefined>
  /** Those of these commits that are known. */
  list(applicationId: ApplicationId, commits: readonly string[]): Promise<CommitSummary[]>
}

const maxMessage = 2000
const maxAuthor = 200
const maxSubject = 200
/** Sequences of terminals may be many times as long as what they colour. */
const readFactor = 4

/** Marks that change the direction of text around them, so that a name could look like another one. */
const directions = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
const lineEnds = /\r\n?|[\u0085\u2028\u2029]/g

/** A summary of bounded size that can be shown anywhere: whoever commits chooses every byte of it. */
export const boundedSummary = (summary: CommitSummary): CommitSummary => ({
  ...summary,
  author: cleanLine(summary.author, maxAuthor),
  message: cleanText(summary.message, maxMessage),
})

/** The first line of a message. */
export const subjectOf = (message: string): string => {
  const text = cleanText(message.slice(0, readFactor * maxMessage), maxMessage)
  return cleanLine(text.split('\n', 1).join(''), maxSubject)
}

/** Text without what terminals and browsers obey, in one line. */
export const cleanLine = (text: string, maxLength: number): string =>
  cleanText(text.slice(0, readFactor * maxLength), readFactor * maxLength)
    .replaceAll(/[\n\t]/g, ' ')
    .slice(0, maxLength)
    .toWellFormed()
    .trim()

function cleanText(text: string, maxLength: number): string {
  const read = text.slice(0, readFactor * maxLength).replaceAll(lineEnds, '\n')
  return withoutControls(read.replaceAll(escapeSequence, ''))
    .replaceAll(directions, '')
    .slice(0, maxLength)
    .toWellFormed()
    .trim()
}
