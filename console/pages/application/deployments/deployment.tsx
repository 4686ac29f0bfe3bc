import { type QueryClient, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { DeploymentStory } from '#client/resources/applications/deployments.ts'
import { deploymentQuery } from '#console/api/queries/application/deployments.ts'
import type { OwnedId } from '#console/api/query-keys.ts'
import { BackLink } from '#console/components/controls/back-link.tsx'
import { Button } from '#console/components/controls/button.tsx'
import { CopyValue } from '#console/components/controls/copy-button.tsx'
import { Loaded } from '#console/components/display/loaded.tsx'
import { useWindowTitle } from '#console/components/display/page-header.tsx'
import { FactList, Panel } from '#console/components/display/panel.tsx'
import { RelativeTime, RunningDuration } from '#console/components/display/relative-time.tsx'
import { Skeleton } from '#console/components/display/skeleton.tsx'
import { duration } from '#console/format/times.ts'
import { addressOf } from '#console/navigation/addresses.ts'
import { type ApplicationParams, applicationIn } from '#console/navigation/page-params.ts'
import { useAddressState } from '#console/navigation/use-address-state.ts'
import { useApplicationAddress } from '#console/navigation/use-owner.ts'
import { CommitChanges } from '#console/pages/application/commits/commit-changes.tsx'
import { CommitSubject } from '#console/pages/application/commits/commit-subject.tsx'
import { DeploymentFailure } from '#console/pages/application/steps/deployment-failure.tsx'
import { StepList } from '#console/pages/application/steps/step-list.tsx'
import { deploymentTexts as texts } from '#console/texts/en/application/deployments.ts'
import { stepTexts } from '#console/texts/en/application/steps.ts'
import { actionIcons } from './action-icons.ts'
import { DeploymentBadge } from './deployment-badge.tsx'
import { DeploymentLog } from './deployment-log.tsx'
import { ChangeList } from './release-changes.tsx'
import { openStep, stepSpan } from './step-span.ts'
import { useDeploymentActions } from './use-deployment-actions.tsx'
import './deployment.css'

/** Value in the address for the whole log; without a value, a failed deployment opens its failed step. */
const wholeLog = 'all'

export function loadDeployment(
  queryClient: QueryClient,
  { deploymentId, ...params }: ApplicationParams & { deploymentId: string },
) {
  void queryClient.prefetchQuery(deploymentQuery(applicationIn(params), deploymentId))
}

/** One deployment: its steps as they happen, its log beside them, and what to do if one failed. */
export function DeploymentPage() {
  const address = useApplicationAddress()
  const { deploymentId } = useParams({
    from: '/organisations/$ownerId/applications/$applicationId/deployments/$deploymentId',
  })
  const query = useQuery(deploymentQuery(address, deploymentId))
  return (
    <>
      <BackLink to={addressOf.application(address, 'deployments')}>{texts.all}</BackLink>
      <Loaded query={query} skeleton={<DeploymentSkeleton />}>
        {(deployment) => (
          <LoadedDeployment key={deployment.uuid} address={address} deployment={deployment} />
        )}
      </Loaded>
    </>
  )
}

function DeploymentSkeleton() {
  return (
    <div className="columns deployment-columns">
      <Skeleton height="28rem" />
      <Skeleton height="28rem" />
    </div>
  )
}

function LoadedDeployment({
  address,
  deployment,
}: {
  address: OwnedId
  deployment: DeploymentStory
}) {
  useWindowTitle(texts.number(deployment.id))
  const [chosen, choose] = useAddressState('step')
  const { steps, failure, changes, comparison, commitSummary, branch } = deployment
  const step = chosen === wholeLog ? '' : chosen || openStep(steps)
  const failed = steps.find(({ state }) => state === 'failed')
  const select = (name: string) => choose(name === '' && openStep(steps) !== '' ? wholeLog : name)
  return (
    <>
      {failure && (
        <DeploymentFailure
          address={address}
          uuid={deployment.uuid}
          failure={failure}
          title={
            failed ? texts.one.whatFailed(stepTexts.names[failed.name]) : titleOf(failure.kind)
          }
        />
      )}
      <div className="columns deployment-columns">
        <div className="deployment-facts">
          <Panel
            title={texts.number(deployment.id)}
            actions={<DeploymentBadge deployment={deployment} />}
          >
            {commitSummary && <CommitSubject summary={commitSummary} branch={branch} />}
            <StepList steps={steps} selected={step} onSelect={select} />
            <DeploymentActions address={address} deployment={deployment} />
          </Panel>
          <Panel title={texts.one.facts}>
            <Facts deployment={deployment} />
          </Panel>
          {comparison && (
            <Panel title={texts.commits.title}>
              <CommitChanges comparison={comparison} />
            </Panel>
          )}
          {changes && (
            <Panel title={texts.changes.title}>
              <p className="muted small">{texts.changes.since}</p>
              <ChangeList changes={changes} />
            </Panel>
          )}
        </div>
        <DeploymentLog
          address={address}
          deployment={deployment}
          step={step}
          span={step === '' ? undefined : stepSpan(steps, step)}
          lineId={failure?.headline?.lineId}
          onWhole={() => select('')}
        />
      </div>
    </>
  )
}

const titleOf = (kind: string) => (kind === 'cancelled' ? texts.one.cancelled : texts.one.failed)

function DeploymentActions({
  address,
  deployment,
}: {
  address: OwnedId
  deployment: DeploymentStory
}) {
  const { possible, ask, dialog } = useDeploymentActions(address)
  const actions = possible(deployment)
  if (actions.length === 0) return null
  return (
    <div className="deployment-actions">
      {actions.map((action) => (
        <Button
          key={action}
          size="small"
          kind={action === 'cancel' ? 'danger' : 'plain'}
          icon={actionIcons[action]}
          onClick={() => ask({ action, deployment })}
        >
          {texts[action].action}
        </Button>
      ))}
      {dialog}
    </div>
  )
}

function Facts({ deployment }: { deployment: DeploymentStory }) {
  const { author, action, cause, commit, branch, date, instances, attempts } = deployment
  const took = deployment.duration
  const names = texts.one
  return (
    <FactList
      facts={[
        { name: names.who, value: author ? author.name : texts.platform },
        {
          name: names.cause,
          value:
            cause === '' ? texts.actionNames[action] : `${texts.actionNames[action]} · ${cause}`,
        },
        commit !== '' && {
          name: names.commit,
          value: <CopyValue what={names.commit} value={commit} />,
        },
        branch !== null && { name: names.branch, value: <code>{branch}</code> },
        { name: names.begun, value: <RelativeTime date={date} /> },
        {
          name: names.duration,
          value: took === null ? <RunningDuration since={date} /> : duration(took),
        },
        { name: names.instances, value: instances },
        attempts > 1 && { name: names.attempts, value: names.times(attempts) },
      ]}
    />
  )
}
