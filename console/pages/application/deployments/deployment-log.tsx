import { ScrollText } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { DeploymentStory } from '#client/resources/applications/deployments.ts'
import { type LogLine as Line, logs } from '#client/resources/applications/logs.ts'
import { connection } from '#console/api/connection.ts'
import type { OwnedId } from '#console/api/query-keys.ts'
import { Button, ButtonLink } from '#console/components/controls/button.tsx'
import { EmptyState } from '#console/components/display/empty-state.tsx'
import { ErrorPanel } from '#console/components/display/error-panel.tsx'
import { Panel } from '#console/components/display/panel.tsx'
import { SkeletonLines } from '#console/components/display/skeleton.tsx'
import { FollowedList, useBufferVersion } from '#console/components/log/followed-list.tsx'
import { LogLine } from '#console/components/log/log-line.tsx'
import { useFollowedLines } from '#console/components/log/use-followed-lines.ts'
import { addressOf } from '#console/navigation/addresses.ts'
import { deploymentTexts } from '#console/texts/en/application/deployments.ts'
import { logTexts } from '#console/texts/en/application/logs.ts'
import { stepTexts } from '#console/texts/en/application/steps.ts'
import { plainText } from '#kit/terminal-text.ts'
import { endOf, type TimeSpan } from './step-span.ts'
import './deployment-log.css'

const texts = deploymentTexts.one
/** What is written while the last instance stops. */
const afterwards = 1_000

interface DeploymentLogProps {
  address: OwnedId
  deployment: DeploymentStory
  /** Name of the step whose lines are shown; empty for all. */
  step: string
  span: TimeSpan | undefined
  /** The line that says what went wrong. */
  lineId: string | undefined
  onWhole(): void
}

/** Lines of a deployment, or of one of its steps, as they are written. */
export function DeploymentLog(props: DeploymentLogProps) {
  const { address, deployment, step, span, lineId, onWhole } = props
  const { uuid, steps } = deployment
  // A deployment that has ended logs nothing more; only the application still writes.
  const [until] = useState(() => {
    const end = endOf(steps)
    return end === undefined ? undefined : new Date(end + afterwards).toISOString()
  })
  const lines = useFollowedLines<Line>({
    key: uuid,
    filter: { deploymentId: uuid, until },
    textOf: ({ message }) => plainText(message),
    follow: (filter, options) => logs(connection).follow(address, filter, options),
  })
  const { buffer, status, error, retry, loadOlder } = lines
  const [isPaused, setPaused] = useState(false)
  useBufferVersion(buffer)
  const { from = Number.NEGATIVE_INFINITY, until: before = Number.POSITIVE_INFINITY } = span ?? {}
  useEffect(() => {
    buffer.setView({
      isShown: ({ date }) => {
        const time = Date.parse(date)
        return time >= from && time < before
      },
      pattern: undefined,
    })
  }, [buffer, from, before])
  const all = addressOf.logs(address, { deployment: uuid })
  const isEmpty = buffer.shown.length === 0
  const headline = lineId && buffer.shown.find(({ line }) => line.id === lineId)
  return (
    <Panel
      title={step === '' ? texts.log : texts.logOf(nameOf(step))}
      isFlush
      actions={
        <>
          {step !== '' && (
            <Button size="small" kind="quiet" onClick={onWhole}>
              {texts.wholeLog}
            </Button>
          )}
          <ButtonLink to={all} size="small" kind="quiet" icon={ScrollText}>
            {texts.openLogs}
          </ButtonLink>
        </>
      }
    >
      {status === 'failed' && <ErrorPanel error={error} onRetry={retry} />}
      {isEmpty && status === 'loading' && (
        <div className="deployment-log-empty">
          <SkeletonLines count={10} height="0.875rem" />
        </div>
      )}
      {isEmpty && (status === 'live' || status === 'ended') && (
        <div className="deployment-log-empty">
          <EmptyState title={status === 'live' ? texts.noLinesYet : texts.noLines}>
            {step === '' ? texts.noLinesHelp : texts.noLinesOfStep}
          </EmptyState>
        </div>
      )}
      {!isEmpty && (
        <FollowedList
          label={logTexts.lines}
          buffer={buffer}
          lineHeight={22}
          height="min(40rem, 70dvh)"
          isPaused={isPaused}
          onPauseChange={setPaused}
          onReachStart={loadOlder}
          goTo={headline ? headline.number : undefined}
          render={({ line, text }) => (
            <LogLine line={line} text={text} isWrapped isCurrent={line.id === lineId} />
          )}
        />
      )}
    </Panel>
  )
}

const nameOf = (step: string) =>
  (stepTexts.names as Record<string, string | undefined>)[step] ?? step
