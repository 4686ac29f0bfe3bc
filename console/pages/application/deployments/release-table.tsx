import type { ReleaseChanges } from '#client/resources/applications/deployments.ts'
import type { Release } from '#client/resources/applications/releases.ts'
import type { OwnedId } from '#console/api/query-keys.ts'
import { Button } from '#console/components/controls/button.tsx'
import { ConsoleLink } from '#console/components/controls/console-link.tsx'
import { Panel } from '#console/components/display/panel.tsx'
import { RelativeTime } from '#console/components/display/relative-time.tsx'
import { Badge } from '#console/components/display/state-badge.tsx'
import { actionsColumn, Table } from '#console/components/display/table.tsx'
import { addressOf } from '#console/navigation/addresses.ts'
import { deploymentTexts } from '#console/texts/en/application/deployments.ts'
import { useDeploymentActions } from './use-deployment-actions.tsx'

const texts = deploymentTexts.compare
const kinds = { LIVE: 'good', KEPT: 'plain', ARTIFACT_GONE: 'warning' } as const

interface ReleaseTableProps {
  address: OwnedId
  releases: readonly Release[]
}

/** Deployments that were live, each with what it changed. */
export function ReleaseTable({ address, releases }: ReleaseTableProps) {
  const { ask, dialog } = useDeploymentActions(address)
  const { columns } = deploymentTexts
  return (
    <Panel title={texts.releases} guide="guides/rollback" isFlush>
      <p className="panel-body muted small">{texts.releasesHelp}</p>
      <Table
        label={texts.releases}
        rows={releases}
        rowKey={({ deploymentId }) => deploymentId}
        columns={[
          {
            key: 'number',
            title: texts.number,
            cell: ({ number, deploymentId }) => (
              <ConsoleLink to={addressOf.deployment(address, deploymentId)}>
                {texts.releaseNumber(number)}
              </ConsoleLink>
            ),
          },
          {
            key: 'state',
            title: texts.state,
            cell: ({ state }) => <Badge kind={kinds[state]}>{texts.states[state]}</Badge>,
          },
          {
            key: 'changed',
            title: texts.changed,
            cell: ({ changes }) => <span>{summaryOf(changes)}</span>,
          },
          {
            key: 'commit',
            title: columns.commit,
            isMinor: true,
            cell: ({ commit }) => <code title={commit}>{commit.slice(0, 8)}</code>,
          },
          { key: 'date', title: texts.liveAt, cell: ({ date }) => <RelativeTime date={date} /> },
          actionsColumn<Release>(({ state, number, deploymentId, commit }) =>
            state === 'LIVE' ? null : (
              <Button
                size="small"
                onClick={() =>
                  ask({
                    action: 'rollback',
                    deployment: { id: number, uuid: deploymentId, commit },
                  })
                }
              >
                {deploymentTexts.rollback.action}
              </Button>
            ),
          ),
        ]}
      />
      {dialog}
    </Panel>
  )
}

/** "commit, 2 variables, recipe". */
function summaryOf({ commit, variables, recipe }: ReleaseChanges): string {
  const count = variables.added.length + variables.changed.length + variables.removed.length
  const parts = [
    commit ? texts.newCommit : '',
    count > 0 ? texts.variables(count) : '',
    recipe.length > 0 ? texts.recipe : '',
  ].filter((part) => part !== '')
  return parts.length > 0 ? parts.join(', ') : texts.nothing
}
