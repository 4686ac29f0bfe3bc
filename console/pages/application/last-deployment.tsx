import { useQuery } from '@tanstack/react-query'
import type { LastDeployment as Deployment } from '#client/resources/overview.ts'
import { deploymentQuery } from '#console/api/queries/application/deployments.ts'
import type { OwnedId } from '#console/api/query-keys.ts'
import { ConsoleLink } from '#console/components/controls/console-link.tsx'
import { Loaded } from '#console/components/display/loaded.tsx'
import { RelativeTime } from '#console/components/display/relative-time.tsx'
import { SkeletonLines } from '#console/components/display/skeleton.tsx'
import { Badge, LiveBadge } from '#console/components/display/state-badge.tsx'
import { duration } from '#console/format/times.ts'
import { addressOf } from '#console/navigation/addresses.ts'
import { applicationTexts as texts } from '#console/texts/en/application/overview.ts'
import { organisationTexts } from '#console/texts/en/organisation/overview.ts'
import { CommitSubject } from './commits/commit-subject.tsx'
import { DeploymentFailure } from './steps/deployment-failure.tsx'
import { StepList } from './steps/step-list.tsx'
import './last-deployment.css'

const kinds = {
  WIP: 'accent',
  TASK_RUNNING: 'accent',
  OK: 'good',
  FAIL: 'wrong',
  CANCELLED: 'plain',
} as const

interface LastDeploymentProps {
  address: OwnedId
  deployment: Deployment
}

/** Who deployed what when, the steps as they happen, and what to do if one failed. */
export function LastDeployment({ address, deployment }: LastDeploymentProps) {
  const { uuid, state } = deployment
  const query = useQuery(deploymentQuery(address, uuid))
  // How it ended stays true without a connection.
  const State = state === 'WIP' || state === 'TASK_RUNNING' ? LiveBadge : Badge
  return (
    <div className="last-deployment-panel">
      <div className="last-deployment-line">
        <State kind={kinds[state]}>{organisationTexts.deploymentStates[state]}</State>
        <DeploymentLink address={address} deployment={deployment} />
      </div>
      <p className="muted small">
        <Origin deployment={deployment} />
      </p>
      <Loaded query={query} skeleton={<SkeletonLines count={6} height="1rem" />}>
        {({ commitSummary, branch, failure, steps }) => (
          <>
            {commitSummary && <CommitSubject summary={commitSummary} branch={branch} />}
            {failure && <DeploymentFailure address={address} uuid={uuid} failure={failure} />}
            <StepList steps={steps} />
          </>
        )}
      </Loaded>
    </div>
  )
}

function DeploymentLink({ address, deployment: { id, uuid } }: LastDeploymentProps) {
  const to = addressOf.deployment(address, uuid)
  const label = texts.deployment.number(id)
  return <ConsoleLink to={to}>{label}</ConsoleLink>
}

function Origin({ deployment }: { deployment: Deployment }) {
  const { date, commit, cause, author, duration: took } = deployment
  return (
    <>
      <RelativeTime date={date} />
      {author && ` · ${author.name}`}
      {cause !== '' && ` · ${cause}`}
      {commit !== '' && (
        <>
          {' · '}
          <code title={commit}>{commit.slice(0, 8)}</code>
        </>
      )}
      {took !== null && ` · ${duration(took)}`}
    </>
  )
}
