import type { Drain, DrainCheck } from '#client/resources/applications/drains.ts'
import { RelativeTime } from '#console/components/display/relative-time.tsx'
import { LiveBadge } from '#console/components/display/state-badge.tsx'
import { counted, figure } from '#console/format/figures.ts'
import { drainTexts as texts } from '#console/texts/en/application/drains.ts'

/** More are not counted by the server. */
const maxBacklog = 10_000

const looks = { running: 'good', retrying: 'warning', stopped: 'wrong', disabled: 'plain' } as const

function stateOf({ status, execution }: Drain): keyof typeof looks {
  if (status.status !== 'ENABLED') return 'disabled'
  if (execution.status === 'NOT_RUNNING') return 'stopped'
  return execution.status === 'RETRYING' ? 'retrying' : 'running'
}

/** State of a drain with the last error, and the result of a check. */
export function DrainState({ drain, check }: { drain: Drain; check: DrainCheck | undefined }) {
  const { attempt, maxAttempt, nextAttemptAt, lastError } = drain.execution
  const state = stateOf(drain)
  return (
    <span className="drain-state">
      <LiveBadge kind={looks[state]}>{texts.states[state]}</LiveBadge>
      {state === 'retrying' && attempt !== undefined && maxAttempt !== undefined && (
        <span className="muted">
          {texts.attempt(attempt, maxAttempt)}
          {nextAttemptAt && (
            <>
              , {texts.nextAttempt} <RelativeTime date={nextAttemptAt} />
            </>
          )}
        </span>
      )}
      {state === 'stopped' && <span className="muted">{texts.stoppedHelp}</span>}
      {lastError && <small className="drain-error">{lastError}</small>}
      <small role="status" className={check?.ok === false ? 'drain-error' : undefined}>
        {check?.message}
      </small>
    </span>
  )
}

/** Lines that wait, and how many are sent. */
export function Waiting({ backlog: { msgBacklog, msgRateOut } }: { backlog: Drain['backlog'] }) {
  const lines = msgBacklog >= maxBacklog ? texts.many : counted(msgBacklog, texts.line)
  return (
    <span className="drain-waiting">
      <span className="numeric">{lines}</span>
      {msgRateOut > 0 && (
        <span className="muted small numeric">{texts.rate(figure(msgRateOut, 'perSecond'))}</span>
      )}
    </span>
  )
}
