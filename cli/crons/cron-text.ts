import { printable } from '#cli/terminal/printable.ts'
import type { Style, Terminal } from '#cli/terminal/terminal.ts'
import type { Cron, CronRun } from '#client/resources/crons.ts'
import { formatDuration } from '#kit/text/duration.ts'

const styles: Record<CronRun['state'], Style> = {
  running: 'cyan',
  succeeded: 'green',
  failed: 'red',
  'timed-out': 'red',
  interrupted: 'yellow',
  skipped: 'yellow',
  missed: 'yellow',
}

type Painter = Pick<Terminal, 'paint'>

export const cronHeadings = ['NAME', 'SCHEDULE (UTC)', 'NEXT', 'LAST RUN', 'FROM', 'COMMAND']

/** Table cells of a scheduled task. */
export const cronCells = (cron: Cron, terminal: Painter): string[] => [
  printable(shortened(cron.name)),
  `${printable(cron.schedule)} (${cron.description})`,
  cron.enabled ? (cron.nextAt === null ? '-' : timeText(cron.nextAt)) : 'off',
  cron.lastRun ? lastRunText(cron.lastRun, terminal) : 'never',
  cron.source === 'own' ? 'own' : 'cron.json',
  printable(shortened(onOneLine(cron.command))),
]

export const runHeadings = ['RUN', 'TASK', 'TIME (UTC)', 'STATE', 'TOOK', 'INSTANCE', 'REASON']

/** Table cells of a run. */
export const runCells = (run: CronRun, { paint }: Painter): string[] => [
  run.id,
  printable(shortened(run.name)),
  timeText(run.startedAt),
  paint(styles[run.state], stateText(run)),
  run.endedAt === null ? '-' : formatDuration(run.endedAt - run.startedAt),
  run.instanceNumber === null ? '-' : String(run.instanceNumber),
  printable(run.reason ?? ''),
]

/** How a run has ended, in one line. */
export function runOutcome(run: CronRun): string {
  const took = run.endedAt === null ? '' : ` after ${formatDuration(run.endedAt - run.startedAt)}`
  const reason = run.reason === null ? '' : `: ${printable(run.reason)}`
  return `${printable(run.name)} ${stateText(run)}${took}${reason}`
}

const lastRunText = (run: CronRun, { paint }: Painter) =>
  `${timeText(run.startedAt)} ${paint(styles[run.state], stateText(run))}`

const stateText = ({ state, exitCode }: CronRun) =>
  exitCode === null || exitCode === 0 ? state : `${state} (exit code ${exitCode})`

/** `2026-11-20 03:00` */
const timeText = (date: number) => new Date(date).toISOString().slice(0, 16).replace('T', ' ')

const maxLength = 40
const shortened = (text: string) =>
  text.length > maxLength ? `${text.slice(0, maxLength - 1)}…` : text
const onOneLine = (text: string) => text.trim().replace(/\s+/g, ' ')
