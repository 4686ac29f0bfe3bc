import type { DeploymentSummary } from '#client/resources/applications/deployments.ts'
import { Badge, LiveBadge } from '#console/components/display/state-badge.tsx'
import { deploymentTexts as texts } from '#console/texts/en/application/deployments.ts'
import './deployment-badge.css'

const kinds = {
  queued: 'accent',
  building: 'accent',
  starting: 'accent',
  checking: 'accent',
  switching: 'accent',
  probation: 'accent',
  live: 'good',
  stopped: 'plain',
  failed: 'wrong',
  cancelled: 'plain',
} as const

/** Exact state of a deployment in a word, and whether its release serves visitors. */
export function DeploymentBadge({
  deployment: { phase, state, isLive },
}: {
  deployment: Pick<DeploymentSummary, 'phase' | 'state' | 'isLive'>
}) {
  // How it ended stays true without a connection.
  const Phase = state === 'WIP' || state === 'TASK_RUNNING' ? LiveBadge : Badge
  return (
    <span className="deployment-badges">
      <Phase kind={kinds[phase]}>
        {state === 'TASK_RUNNING' ? texts.taskRunning : texts.phases[phase]}
      </Phase>
      {isLive && <LiveBadge kind="good">{texts.live}</LiveBadge>}
    </span>
  )
}
