import { printable } from '#cli/terminal/printable.ts'
import type { Style, Terminal } from '#cli/terminal/terminal.ts'
import { isRunEnded, type Run } from '#client/resources/runs.ts'
import { formatDuration } from '#kit/text/duration.ts'

const styles: Record<Run['state'], Style> = {
  starting: 'cyan',
  running: 'cyan',
  succeeded: 'green',
  failed: 'red',
  'timed-out': 'red',
  stopped: 'yellow',
  interrupted: 'yellow',
}

export const runHeadings = ['RUN', 'STATE', 'TIME (UTC)', 'TOOK', 'SIZE', 'BY', 'COMMAND']

/** Table cells of a run; `names` are those of the members by their ids. */
export const runCells = (
  run: Run,
  { paint }: Pick<Terminal, 'paint'>,
  names: ReadonlyMap<string, string>,
): string[] => [
  run.id,
  paint(styles[run.state], stateText(run)),
  new Date(run.createdAt).toISOString().slice(0, 16).replace('T', ' '),
  run.endedAt === null ? '-' : tookText(run, run.endedAt),
  run.size,
  printable(names.get(run.startedBy) ?? '-'),
  printable(shortened(run.command.trim().replace(/\s+/g, ' '))),
]

/** How a run has ended, or that it goes on, in one line. */
export function runOutcome(run: Run): string {
  if (!isRunEnded(run)) return `The run is ${run.state === 'starting' ? 'starting' : 'going on'}.`
  const took = run.endedAt === null ? '' : ` after ${tookText(run, run.endedAt)}`
  const reason = run.reason === null ? '' : `: ${printable(run.reason)}`
  return `The run ${verbs[run.state]}${codeText(run)}${took}${reason}`
}

const verbs: Record<Run['state'], string> = {
  starting: 'is starting',
  running: 'is going on',
  succeeded: 'succeeded',
  failed: 'failed',
  'timed-out': 'timed out',
  stopped: 'was stopped',
  interrupted: 'was interrupted',
}

/** Exit code for whoever waits for a run. */
export const exitCodeOf = ({ state, exitCode }: Run): number =>
  state === 'succeeded' ? 0 : exitCode || 1

const stateText = (run: Run) => `${run.state}${codeText(run)}`

const codeText = ({ exitCode }: Run) =>
  exitCode === null || exitCode === 0 ? '' : ` (exit code ${exitCode})`

const tookText = ({ startedAt, createdAt }: Run, endedAt: number) =>
  formatDuration(endedAt - (startedAt ?? createdAt))

const maxLength = 60
const shortened = (text: string) =>
  text.length > maxLength ? `${text.slice(0, maxLength - 1)}…` : text
