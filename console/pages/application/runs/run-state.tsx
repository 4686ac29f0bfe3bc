import type { Run } from '#client/resources/runs.ts'
import { Badge, LiveBadge } from '#console/components/display/state-badge.tsx'
import { runTexts as texts } from '#console/texts/en/application/tasks/runs.ts'

const kinds = {
  starting: 'accent',
  running: 'accent',
  succeeded: 'good',
  failed: 'wrong',
  'timed-out': 'wrong',
  stopped: 'warning',
  interrupted: 'warning',
} as const

/** Whether a one-off command goes on or how it has ended, with its exit code if that is not 0. */
export function RunState({ run: { state, exitCode } }: { run: Run }) {
  const word = texts.states[state]
  if (state === 'starting' || state === 'running')
    return <LiveBadge kind={kinds[state]}>{word}</LiveBadge>
  return <Badge kind={kinds[state]}>{exitCode ? texts.withCode(word, exitCode) : word}</Badge>
}
