import type { CronRun } from '#client/resources/crons.ts'
import { Badge, LiveBadge } from '#console/components/display/state-badge.tsx'
import { cronTexts as texts } from '#console/texts/en/application/tasks/crons.ts'

const kinds = {
  running: 'accent',
  succeeded: 'good',
  failed: 'wrong',
  'timed-out': 'wrong',
  interrupted: 'warning',
  skipped: 'warning',
  missed: 'warning',
} as const

/** How a run has ended, with its exit code if that is not 0. */
export function RunState({ run: { state, exitCode } }: { run: CronRun }) {
  const word = texts.states[state]
  if (state === 'running') return <LiveBadge kind={kinds[state]}>{word}</LiveBadge>
  return <Badge kind={kinds[state]}>{exitCode ? texts.withCode(word, exitCode) : word}</Badge>
}
