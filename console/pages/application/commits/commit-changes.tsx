import type { CommitComparison, CommitLine } from '#client/resources/applications/deployments.ts'
import { WebLink } from '#console/components/controls/web-link.tsx'
import { deploymentTexts } from '#console/texts/en/application/deployments.ts'
import './commits.css'

const texts = deploymentTexts.commits

interface CommitChangesProps {
  comparison: CommitComparison & { newest: readonly CommitLine[] }
}

/** What came with a deployment, and what is gone, since the commit that was live before. */
export function CommitChanges({ comparison }: CommitChangesProps) {
  const { since, newest, aheadBy, behindBy, isPartial } = comparison
  const further = aheadBy - newest.length
  return (
    <div className="commit-changes">
      <p>
        {comparisonText(comparison)} <span className="muted">{texts.since}</span>{' '}
        <code title={since}>{since.slice(0, 8)}</code>
      </p>
      {behindBy > 0 && aheadBy > 0 && (
        <p className="commit-changes-gone">{texts.gone(behindBy, isPartial)}</p>
      )}
      {newest.length > 0 && (
        <ol aria-label={texts.title}>
          {newest.map((line) => (
            <li key={line.commit}>
              <code title={line.commit}>{line.commit.slice(0, 8)}</code>
              <span>
                {line.url ? <WebLink href={line.url}>{subjectIn(line)}</WebLink> : subjectIn(line)}{' '}
                <span className="muted">{line.author}</span>
              </span>
            </li>
          ))}
        </ol>
      )}
      {further > 0 && <p className="muted small">{texts.further(further, isPartial)}</p>}
    </div>
  )
}

const subjectIn = ({ subject }: CommitLine) => subject || texts.noMessage

/** In a few words how a commit stands to the one before. */
export function comparisonText({ status, aheadBy, behindBy, isPartial }: CommitComparison): string {
  if (status === 'identical') return texts.identical
  if (status === 'behind') return texts.behind(behindBy, isPartial)
  return texts.ahead(aheadBy, isPartial)
}
