import { Ellipsis } from 'lucide-react'
import type { DeploymentSummary } from '#client/resources/applications/deployments.ts'
import type { OwnedId } from '#console/api/query-keys.ts'
import { ConsoleLink } from '#console/components/controls/console-link.tsx'
import { RelativeTime, RunningDuration } from '#console/components/display/relative-time.tsx'
import { actionsColumn, Table } from '#console/components/display/table.tsx'
import { MenuButton } from '#console/components/overlays/menu-button.tsx'
import { duration } from '#console/format/times.ts'
import { addressOf } from '#console/navigation/addresses.ts'
import { comparisonText } from '#console/pages/application/commits/commit-changes.tsx'
import { subjectOf } from '#console/pages/application/commits/commit-subject.tsx'
import { deploymentTexts as texts } from '#console/texts/en/application/deployments.ts'
import { actionIcons } from './action-icons.ts'
import { DeploymentBadge } from './deployment-badge.tsx'
import { useDeploymentActions } from './use-deployment-actions.tsx'

interface DeploymentTableProps {
  address: OwnedId
  deployments: readonly DeploymentSummary[]
}

export function DeploymentTable({ address, deployments }: DeploymentTableProps) {
  const { possible, ask, dialog } = useDeploymentActions(address)
  const { columns } = texts
  const actions = actionsColumn<DeploymentSummary>((deployment) => {
    const entries = possible(deployment).map((action) => ({
      id: action,
      label: texts[action].action,
      icon: actionIcons[action],
      isDangerous: action === 'cancel',
      onSelect: () => ask({ action, deployment }),
    }))
    if (entries.length === 0) return null
    return (
      <MenuButton
        label={texts.actionsOf(deployment.id)}
        kind="quiet"
        size="small"
        icon={Ellipsis}
        iconOnly
        groups={[{ id: 'actions', entries }]}
      />
    )
  })
  return (
    <>
      <Table
        label={texts.title}
        rows={deployments}
        rowKey={({ uuid }) => uuid}
        columns={[
          {
            key: 'number',
            title: columns.number,
            cell: ({ id, uuid }) => (
              <ConsoleLink to={addressOf.deployment(address, uuid)}>{texts.number(id)}</ConsoleLink>
            ),
          },
          {
            key: 'state',
            title: columns.state,
            cell: (deployment) => <DeploymentBadge deployment={deployment} />,
          },
          {
            key: 'what',
            title: columns.what,
            cell: (deployment) => <What deployment={deployment} />,
          },
          {
            key: 'commit',
            title: columns.commit,
            isMinor: true,
            cell: ({ commit, comparison }) =>
              commit === '' ? null : (
                <span className="deployment-what">
                  <code title={commit}>{commit.slice(0, 8)}</code>
                  {comparison && <span className="small muted">{comparisonText(comparison)}</span>}
                  {comparison?.status === 'diverged' && (
                    <small>{texts.commits.gone(comparison.behindBy, comparison.isPartial)}</small>
                  )}
                </span>
              ),
          },
          {
            key: 'author',
            title: columns.author,
            isMinor: true,
            cell: ({ author, commitSummary }) =>
              author?.name ??
              commitSummary?.author ?? <span className="muted">{texts.platform}</span>,
          },
          {
            key: 'date',
            title: columns.date,
            cell: ({ date }) => <RelativeTime date={date} />,
          },
          {
            key: 'duration',
            title: columns.duration,
            align: 'end',
            cell: ({ duration: took, date }) =>
              took === null ? <RunningDuration since={date} /> : duration(took),
          },
          actions,
        ]}
      />
      {dialog}
    </>
  )
}

/** The commit in words, what was done with it, and why that failed. */
function What({ deployment }: { deployment: DeploymentSummary }) {
  const { action, cause, branch, commitSummary, failure, headline } = deployment
  const done = [texts.actionNames[action], cause, branch].filter(Boolean).join(' · ')
  return (
    <span className="deployment-what">
      {commitSummary && (
        <span className="deployment-subject" title={commitSummary.message}>
          {subjectOf(commitSummary.message)}
        </span>
      )}
      <span className={commitSummary ? 'muted small' : undefined}>{done}</span>
      {(headline ?? failure) && <small>{headline ?? failure}</small>}
    </span>
  )
}
