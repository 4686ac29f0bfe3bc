import type { Preview } from '#client/resources/previews.ts'
import { ConsoleLink } from '#console/components/controls/console-link.tsx'
import { CopyValue } from '#console/components/controls/copy-button.tsx'
import { WebLink } from '#console/components/controls/web-link.tsx'
import { Badge, LiveBadge } from '#console/components/display/state-badge.tsx'
import { addressOf } from '#console/navigation/addresses.ts'
import { previewTexts as texts } from '#console/texts/en/application/repository/previews.ts'
import '#console/components/display/table.css'

const looks = {
  'awaiting-approval': 'warning',
  creating: 'accent',
  'awaiting-push': 'plain',
  deploying: 'accent',
  ready: 'good',
  failed: 'wrong',
  removing: 'plain',
} as const
const shownDigits = 7

/** What a preview is called: its branch, or its pull request. */
export const sourceName = ({ source: { number, branch } }: Preview): string =>
  number === null ? branch : `#${number}`

/** The branch, or the pull request with its author. */
export function PreviewSource({ preview: { source, isIsolated } }: { preview: Preview }) {
  const { branch, number, title, url, author, isFork } = source
  return (
    <span className="cell-name">
      {number === null ? (
        <code>{branch}</code>
      ) : (
        <WebLink href={url ?? ''}>{texts.pullRequest(number, title ?? '')}</WebLink>
      )}
      <small>
        {author !== null && texts.by(author, branch)}{' '}
        {isFork && <Badge kind="warning">{texts.fork}</Badge>}
        {isIsolated && !isFork && <Badge>{texts.isolatedMark}</Badge>}
      </small>
    </span>
  )
}

/** State, address, and the newest deployment, whose page shows its steps as they happen. */
export function PreviewState({ ownerId, preview }: { ownerId: string; preview: Preview }) {
  const { status, url, lastError, deployment, deployUrl, applicationId } = preview
  const own = applicationId === null ? undefined : { ownerId, id: applicationId }
  return (
    <span className="cell-name">
      <span>
        <LiveBadge kind={looks[status]}>{texts.statuses[status]}</LiveBadge>{' '}
        {status === 'ready' && url !== null && <WebLink href={url}>{texts.open}</WebLink>}
      </span>
      {own && (
        <small>
          {deployment ? (
            <ConsoleLink to={addressOf.deployment(own, deployment.id)}>
              {texts.deployment(deployment.number)}
            </ConsoleLink>
          ) : (
            <ConsoleLink to={addressOf.application(own)}>{texts.application}</ConsoleLink>
          )}
        </small>
      )}
      {lastError !== '' && <small>{lastError}</small>}
      {status === 'awaiting-push' && deployUrl !== null && (
        <CopyValue what={texts.pushTo} value={deployUrl} />
      )}
    </span>
  )
}

/** The commit in words, as far as they are known. */
export function PreviewCommit({ commit }: { commit: NonNullable<Preview['commit']> }) {
  const [subject = ''] = (commit.message ?? '').split('\n')
  return (
    <span className="cell-name">
      <code title={commit.id}>{commit.id.slice(0, shownDigits)}</code>
      <small>{subject}</small>
    </span>
  )
}
