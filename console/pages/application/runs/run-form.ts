import type { RunFields } from '#client/resources/runs.ts'
import { runTexts as texts } from '#console/texts/en/application/tasks/runs.ts'
import { parseDuration } from '#kit/text/duration.ts'

/** A one-off command as it is typed. */
export interface RunForm {
  /** One line for the shell. */
  command: string
  /** Empty for the size of the application. */
  size: string
  /** Such as `30m`. */
  timeout: string
  /** It goes on without its page. */
  detached: boolean
}

export const emptyRun: RunForm = { command: '', size: '', timeout: '24h', detached: false }

const bounds = { from: 10, to: 7 * 86_400 }

/** Seconds; `undefined` for what is no timeout. */
function secondsIn(text: string): number | undefined {
  const seconds = Math.round((parseDuration(text, 'm') ?? 0) / 1000)
  return seconds >= bounds.from && seconds <= bounds.to ? seconds : undefined
}

export const timeoutError = (text: string): string | undefined =>
  secondsIn(text) === undefined ? texts.form.wrongTimeout : undefined

export const isComplete = ({ command, timeout }: RunForm): boolean =>
  command.trim() !== '' && secondsIn(timeout) !== undefined

export const fieldsOf = ({ command, size, timeout, detached }: RunForm): RunFields => ({
  command: [command.trim()],
  size: size || undefined,
  timeout: secondsIn(timeout),
  detached,
})
