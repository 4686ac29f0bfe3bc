import type { ApplicationState } from '#client/resources/overview.ts'
import { useIsLost } from '#console/live/use-is-lost.ts'
import { stateTexts } from '#console/texts/en/components.ts'
import './state-badge.css'

interface StateBadgeProps {
  state: ApplicationState
  /** Only the shape is shown; the word is read to screen readers. */
  isCompact?: boolean | undefined
}

/** State as a word, a colour and a shape, the same everywhere; unknown while nothing arrives from the platform. */
export function StateBadge({ state, isCompact }: StateBadgeProps) {
  const shown = useIsLost() ? 'unknown' : state
  const word = stateTexts[shown]
  const hint = shown === 'unknown' ? stateTexts.lastKnown(stateTexts[state]) : word
  return (
    <span
      className={`state state-${shown}`}
      title={isCompact || shown === 'unknown' ? hint : undefined}
    >
      <StateShape state={shown} />
      <span className={isCompact ? 'visually-hidden' : undefined}>{word}</span>
    </span>
  )
}

/** Disc, turning arc, crescent, cross, square and triangle; a broken ring for what is not known. */
function StateShape({ state }: { state: ApplicationState | 'unknown' }) {
  return (
    <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">
      {state === 'running' && <circle cx="6" cy="6" r="4.5" fill="currentColor" />}
      {state === 'unknown' && (
        <circle
          cx="6"
          cy="6"
          r="4.4"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.8"
          strokeDasharray="2.6 2"
        />
      )}
      {state === 'deploying' && (
        <g fill="none" stroke="currentColor" strokeWidth="2.2" strokeLinecap="round">
          <circle cx="6" cy="6" r="4.4" opacity="0.3" />
          <path d="M6 1.6a4.4 4.4 0 0 1 4.4 4.4" className="state-arc" />
        </g>
      )}
      {state === 'asleep' && (
        <path d="M7.6 1.6a4.6 4.6 0 1 0 2.9 6.2A4.6 4.6 0 0 1 7.6 1.6z" fill="currentColor" />
      )}
      {state === 'failed' && (
        <path
          d="M2.2 2.2l7.6 7.6M9.8 2.2L2.2 9.8"
          stroke="currentColor"
          strokeWidth="2.4"
          strokeLinecap="round"
        />
      )}
      {state === 'stopped' && (
        <rect
          x="2.2"
          y="2.2"
          width="7.6"
          height="7.6"
          rx="1"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.8"
        />
      )}
      {state === 'unhealthy' && (
        <path
          d="M6 1.6l5 8.8H1z"
          fill="currentColor"
          stroke="currentColor"
          strokeWidth="1"
          strokeLinejoin="round"
        />
      )}
    </svg>
  )
}

/** A cross beside the state of an application whose last deployment failed: the version before may be running well. */
export function FailedMark() {
  return (
    <span className="failed-mark" title={stateTexts.lastFailed}>
      <StateShape state="failed" />
      <span className="visually-hidden">{stateTexts.lastFailed}</span>
    </span>
  )
}

interface BadgeProps {
  kind?: 'plain' | 'good' | 'wrong' | 'warning' | 'accent' | undefined
  children: string
}

/** A word about a thing: a role, a plan, how something ended. */
export function Badge({ kind = 'plain', children }: BadgeProps) {
  return <span className={`badge badge-${kind}`}>{children}</span>
}

/** What something other than an application is doing now; unknown while nothing arrives from the platform. */
export function LiveBadge({ kind, children }: BadgeProps) {
  if (!useIsLost()) return <Badge kind={kind}>{children}</Badge>
  return (
    <span className="badge badge-unknown" title={stateTexts.lastKnown(children)}>
      {stateTexts.unknown}
    </span>
  )
}
