import { type QueryClient, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { DeploymentStory } from '#client/resources/applications/deployments.ts'
import { storyQuery } from '#console/api/queries/application/applications.ts'
import type { OwnedId } from '#console/api/query-keys.ts'
import { Button } from '#console/components/controls/button.tsx'
import { CopyValue } from '#console/components/controls/copy-button.tsx'
import { Loaded } from '#console/components/display/loaded.tsx'
import { useWindowTitle } from '#console/components/display/page-header.tsx'
import { FactList, Panel } from '#console/components/display/panel.tsx'
import { RelativeTime, RunningDuration } from '#console/components/display/relative-time.tsx'
import { Skeleton } from '#console/components/display/skeleton.tsx'
import { duration } from '#console/format/times.ts'
import { type ApplicationParams, applicationIn } from '#console/navigation/page-params.ts'
import { useAddressState } from '#console/navigation/use-address-state.ts'
import { useApplicationAddress } from '#console/navigation/use-owner.ts'
import { DeploymentFailure } from '#console/pages/application/steps/deployment-failure.tsx'
import { StepList } from '#console/pages/application/steps/step-list.tsx'
import { deploymentTexts as texts } from '#console/texts/en/application/deployments.ts'
import { stepTexts } from '#console/texts/en/application/steps.ts'
import { actionIcons } from './action-icons.ts'
import { BackToList } from './back-to-list.tsx'
import { DeploymentBadge } from './deployment-badge.tsx'
import { DeploymentLog } from './deployment-log.tsx'
import { ChangeList } from './release-changes.tsx'
import { openStep, stepSpan } from './step-span.ts'
import { useDeploymentActions } from './use-deployment-actions.tsx'
import './deployment.css'

/** The address has the whole log as this word, because a failed deployment opens its step by itself. */
const wholeLog = 'all'

export function loadDeployment(
  queryClient: QueryClient,
  { deploymentId, ...params }: ApplicationParams & { deploymentId: string },
) {
  void queryClient.prefetchQuery(storyQuery(applicationIn(params), deploymentId))
}

/** One deployment: its steps as they happen, its log beside them, and what to do if one failed. */
export function DeploymentPage() {
  const address = useApplicationAddress()
  const { deploymentId } = useParams({
    from: '/organisations/$ownerId/applications/$applicationId/deployments/$deploymentId',
  })
  const query = useQuery(storyQuery(address, deploymentId))
  return (
    <>
      <BackToList address={address} />
      <Loaded query={query} skeleton={<StorySkeleton />}>
        {(story) => <Story key={story.uuid} address={address} story={story} />}
      </Loaded>
    </>
  )
}

function StorySkeleton() {
  return (
    <div className="columns story-columns">
      <Skeleton height="28rem" />
      <Skeleton height="28rem" />
    </div>
  )
}

function Story({ address, story }: { address: OwnedId; story: DeploymentStory }) {
  useWindowTitle(texts.number(story.id))
  const [chosen, choose] = useAddressState('step')
  const { steps, failure, changes } = story
  const step = chosen === wholeLog ? '' : chosen || openStep(steps)
  const failed = steps.find(({ state }) => state === 'failed')
  const select = (name: string) => choose(name === '' && openStep(steps) !== '' ? wholeLog : name)
  return (
    <>
      {failure && (
        <DeploymentFailure
          failure={failure}
          title={
            failed ? texts.story.whatFailed(stepTexts.names[failed.name]) : titleOf(failure.kind)
          }
        />
      )}
      <div className="columns story-columns">
        <div className="story-facts">
          <Panel title={texts.number(story.id)} actions={<DeploymentBadge deployment={story} />}>
            <StepList steps={steps} selected={step} onSelect={select} />
            <StoryActions address={address} story={story} />
          </Panel>
          <Panel title={texts.story.facts}>
            <Facts story={story} />
          </Panel>
          {changes && (
            <Panel title={texts.changes.title}>
              <p className="muted small">{texts.changes.since}</p>
              <ChangeList changes={changes} />
            </Panel>
          )}
        </div>
        <DeploymentLog
          address={address}
          story={story}
          step={step}
          span={step === '' ? undefined : stepSpan(steps, step)}
          onWhole={() => select('')}
        />
      </div>
    </>
  )
}

const titleOf = (kind: string) =>
  kind === 'cancelled' ? texts.story.cancelled : texts.story.failed

function StoryActions({ address, story }: { address: OwnedId; story: DeploymentStory }) {
  const { possible, ask, dialog } = useDeploymentActions(address)
  const actions = possible(story)
  if (actions.length === 0) return null
  return (
    <div className="story-actions">
      {actions.map((action) => (
        <Button
          key={action}
          size="small"
          kind={action === 'cancel' ? 'danger' : 'plain'}
          icon={actionIcons[action]}
          onClick={() => ask({ action, deployment: story })}
        >
          {texts[action].action}
        </Button>
      ))}
      {dialog}
    </div>
  )
}

function Facts({ story }: { story: DeploymentStory }) {
  const { author, action, cause, commit, date, duration: took, instances, attempts } = story
  const names = texts.story
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
