import { printable } from '#cli/terminal/printable.ts'
import type { Sleep } from '#client/resources/applications/visitors/sleep.ts'
import { formatDuration } from '#kit/text/duration.ts'

const states = { awake: 'awake', asleep: 'asleep', waking: 'being started' }

/** Whether an application sleeps, and when it will, as lines for people. */
export function sleepText(name: string, sleep: Sleep): string {
  const { state, minutes, asleepSince, lastVisitAt } = sleep
  const since = asleepSince === null ? '' : ` since ${minutesOf(asleepSince)}`
  return printable(
    [
      `${name} is ${states[state]}${since}. ${ruleText(minutes)}`,
      `Last visit: ${lastVisitAt === null ? 'none known' : minutesOf(lastVisitAt)}.`,
    ].join('\n'),
  )
}

/** When it falls asleep, in a sentence. */
export const ruleText = (minutes: number | null): string =>
  minutes === null
    ? 'It never falls asleep.'
    : `It falls asleep after ${formatDuration(minutes * 60_000)} without a visitor.`

const minutesOf = (date: string) => `${date.slice(0, 16).replace('T', ' ')} UTC`
