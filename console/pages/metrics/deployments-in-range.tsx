import type { DeploymentSummary } from '#client/resources/applications/deployments.ts'
import type { OwnedId } from '#console/api/query-keys.ts'
import { ConsoleLink } from '#console/components/controls/console-link.tsx'
import { Panel } from '#console/components/display/panel.tsx'
import { RelativeTime } from '#console/components/display/relative-time.tsx'
import { addressOf } from '#console/navigation/addresses.ts'
import { metricsTexts as texts } from '#console/texts/en/application/metrics.ts'

interface DeploymentsInRangeProps {
  address: OwnedId
  deployments: readonly DeploymentSummary[]
}

/** What the marks in the charts are. */
export function DeploymentsInRange({ address, deployments }: DeploymentsInRangeProps) {
  if (deployments.length === 0) return null
  return (
    <Panel title={texts.deployments}>
      <ul className="deployments-in-range">
        {deployments.map(({ id, uuid, date, state }) => {
          const to = addressOf.deployment(address, uuid)
          const name = texts.deployment(id)
          return (
            <li key={uuid}>
              <ConsoleLink to={to}>{name}</ConsoleLink>{' '}
              <span className="muted">
                {texts.deploymentStates[state]}, <RelativeTime date={date} />
              </span>
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}
