import type { CommitSummary } from '#client/resources/applications/deployments.ts'
import { WebLink } from '#console/components/controls/web-link.tsx'
import { deploymentTexts } from '#console/texts/en/application/deployments.ts'
import './commits.css'

const texts = deploymentTexts.commits

interface CommitSubjectProps {
  summary: CommitSummary
  /** Absent if it is said beside it. */
  branch?: string | null | undefined
}

/** The first line of a commit message, which leads to the commit at its host, who wrote it and on which branch. */
export function CommitSubject({ summary: { author, message, url }, branch }: CommitSubjectProps) {
  const subject = subjectOf(message)
  return (
    <p className="commit-subject">
      <strong title={message}>{url ? <WebLink href={url}>{subject}</WebLink> : subject}</strong>
      <span className="muted">
        {author !== '' && texts.by(author)}
        {branch && (
          <>
            {' '}
            {texts.on} <code>{branch}</code>
          </>
        )}
      </span>
    </p>
  )
}

/** A commit may have no message at all. */
export const subjectOf = (message: string): string => message.split('\n', 1)[0] || texts.noMessage
