import { Failure } from '#platform/deployments/failure.ts'
import { shortText } from '#platform/deployments/recipe/command-text.ts'
import { parseSchedule } from '#platform/deployments/recipe/cron-schedule.ts'
import type { Cron, Worker } from '#platform/deployments/recipe/recipe.ts'
import type { LaunchOrder } from './launch-order.ts'

/** A worker that ends at once and is started again at once would take the processor from the application. */
const minDelay = 100

/** The command of an instance: its own, or a supervisor that runs it with workers and crons beside it. */
export function supervisedCommand(order: LaunchOrder, supervisor: string): string[] {
  const isFirst = (order.environment.INSTANCE_NUMBER ?? '0') === '0'
  const crons = (order.crons ?? []).filter(({ where }) => isFirst || where === 'every instance')
  const beside = [...(order.workers ?? []).flatMap(workerWords), ...crons.flatMap(cronWords)]
  if (beside.length === 0) return order.command
  return ['/bin/sh', supervisor, ...beside, '--', ...order.command]
}

function workerWords({ command, restart, delay }: Worker): string[] {
  const seconds = Math.max(minDelay, delay) / 1000
  return ['worker', `${restart} ${seconds}`, shortText(command), String(command.length), ...command]
}

function cronWords({ schedule, command }: Cron): string[] {
  const times = parseSchedule(schedule)
  if (!times) throw new Failure('start', `${JSON.stringify(schedule)} is no schedule of a cron.`)
  const { minutes, hours, days, months, weekdays, rule } = times
  const settings = [minutes, hours, days, months, weekdays, rule].map(String).join(' ')
  return ['cron', settings, shortText(command), String(command.length), ...command]
}
