import type { Cron, CronFields, CronPlace } from '#client/resources/crons.ts'
import { cronTexts as texts } from '#console/texts/en/application/tasks/crons.ts'
import { parseSchedule } from '#kit/time/cron-schedule.ts'
import { nextTime } from '#kit/time/cron-times.ts'
import { describeSchedule } from '#kit/time/describe-schedule.ts'

/** A scheduled task as it is typed. */
export interface CronForm {
  name: string
  schedule: string
  command: string
  where: CronPlace
  minutes: string
}

const day = 1440

export const emptyCron: CronForm = {
  name: '',
  schedule: '0 3 * * *',
  command: '',
  where: 'one instance',
  minutes: String(day),
}

export const formOf = ({ name, schedule, command, where, timeout }: Cron): CronForm => ({
  name,
  schedule,
  command,
  where,
  minutes: String(Math.max(1, Math.round(timeout / 60))),
})

/** What is wrong with the schedule, or what it means. */
export function readSchedule(text: string): { words?: string; error?: string } {
  const words = describeSchedule(text)
  const times = parseSchedule(text)
  if (words === undefined || !times) return { error: texts.wrongSchedule }
  return nextTime(times, 0) === undefined
    ? { error: texts.neverComes }
    : { words: texts.inWords(words) }
}

const isMinutes = (text: string) => /^\d{1,4}$/.test(text.trim()) && +text >= 1 && +text <= day

export const timeoutError = (text: string): string | undefined =>
  isMinutes(text) ? undefined : texts.wrongTimeout

export const isComplete = ({ name, schedule, command, minutes }: CronForm): boolean =>
  name.trim() !== '' &&
  command.trim() !== '' &&
  readSchedule(schedule).error === undefined &&
  isMinutes(minutes)

export const fieldsOf = ({ minutes, ...form }: CronForm): CronFields => ({
  ...form,
  name: form.name.trim(),
  schedule: form.schedule.trim(),
  timeout: Number(minutes) * 60,
})
