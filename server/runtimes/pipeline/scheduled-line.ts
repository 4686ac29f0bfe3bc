import { parseSchedule } from '#platform/deployments/recipe/cron-schedule.ts'

export interface ScheduledLine {
  /** Five fields, or one word that stands for them, as they were written. */
  schedule: string
  command: string
}

/** A line of a crontab, or `undefined` when it is none. */
export function readScheduledLine(line: string): ScheduledLine | undefined {
  const fields = line.trim().startsWith('@') ? 1 : 5
  const [, schedule, command] =
    new RegExp(`^((?:\\S+\\s+){${fields - 1}}\\S+)\\s+(\\S.*)$`, 's').exec(line.trim()) ?? []
  if (schedule === undefined || command === undefined || !parseSchedule(schedule)) return undefined
  return { schedule: schedule.replace(/\s+/g, ' '), command }
}
