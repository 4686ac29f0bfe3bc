import type { CronRun } from '#client/resources/crons.ts'
import type { Run } from '#client/resources/runs.ts'
import { Badge, LiveBadge } from '#console/components/display/state-badge.tsx'
import { taskRunTexts as texts } from '#console/texts/en/application/tasks/task-runs.ts'

const kinds = {
  starting: 'accent',
  running: 'accent',
  succeeded: 'good',
  failed: 'wrong',
  'timed-out': 'wrong',
  stopped: 'warning',
  interrupted: 'warning',
  skipped: 'warning',
  missed: 'warning',
} as const

/** What the runs of scheduled tasks and one-off commands have in common. */
export type TaskRun = Pick<Run | CronRun, 'id' | 'state' | 'exitCode' | 'reason' | 'endedAt'>

export const isOver = ({ state }: Pick<TaskRun, 'state'>): boolean =>
  state !== 'starting' && state !== 'running'

/** Whether a run goes on or how it has ended, with its exit code if that is not 0. */
export function RunState({ run }: { run: Pick<TaskRun, 'state' | 'exitCode'> }) {
  const { state, exitCode } = run
  const word = texts.states[state]
  if (!isOver(run)) return <LiveBadge kind={kinds[state]}>{word}</LiveBadge>
  return <Badge kind={kinds[state]}>{exitCode ? texts.withCode(word, exitCode) : word}</Badge>
}
