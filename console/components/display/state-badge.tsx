import type { ApplicationState } from '#client/resources/overview.ts'
import { stateTexts } from '#console/texts/en/components.ts'
import './state-badge.css'

interface StateBadgeProps {
  state: ApplicationState
  /** Only the shape is shown; the word is read to screen readers. */
  isCompact?: boolean | undefined
}

/** State as a word, a colour and a shape, the same everywhere. */
export function StateBadge({ state, isCompact }: StateBadgeProps) {
  const word = stateTexts[state]
  return (
    <span className={`state state-${state}`} title={isCompact ? word : undefined}>
      <StateShape state={state} />
      <span className={isCompact ? 'visually-hidden' : undefined}>{word}</span>
    </span>
  )
}

/** Disc, turning arc, cross, square and triangle. */
function StateShape({ state }: { state: ApplicationState }) {
  return (
    <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">
      {state === 'running' && <circle cx="6" cy="6" r="4.5" fill="currentColor" />}
      {state === 'deploying' && (
        <g fill="none" stroke="currentColor" strokeWidth="2.2" strokeLinecap="round">
          <circle cx="6" cy="6" r="4.4" opacity="0.3" />
          <path d="M6 1.6a4.4 4.4 0 0 1 4.4 4.4" className="state-arc" />
        </g>
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

interface BadgeProps {
  kind?: 'plain' | 'good' | 'wrong' | 'warning' | 'accent'
  children: string
}

/** A word about a thing: a role, a plan, a state of something else than an application. */
export function Badge({ kind = 'plain', children }: BadgeProps) {
  return <span className={`badge badge-${kind}`}>{children}</span>
}
