import { parseDuration } from '#kit/text/duration.ts'
import { parseSchedule } from '#kit/time/cron-schedule.ts'
import { cronLimits, cronNamePattern } from '#platform/model/hosting/crons/cron-limits.ts'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import { type Cron, cronPlaces } from '#platform/model/hosting/recipe/recipe.ts'
import { findJsonProblem } from '#runtimes/json-problem.ts'
import { quote } from '#runtimes/variable.ts'
import type { Place } from './app-folder.ts'
import { readPlatformFile } from './hooks.ts'

const { lines: maxLines, command: maxLineLength, name: maxName } = cronLimits

/** Crons in `cron.json` of the platform's folder: an array of crontab lines, or of objects that say more. */
export async function cronsOf(place: Place): Promise<Cron[]> {
  const file = await readPlatformFile(place, 'cron.json')
  if (!file) return []
  const problem = findJsonProblem(file.text)
  if (problem) {
    throw new Failure(
      'recipe',
      `${file.path} is not valid JSON at line ${problem.line}, column ${problem.column}.`,
    )
  }
  const lines: unknown = JSON.parse(file.text)
  if (!Array.isArray(lines) || lines.length > maxLines) {
    throw new Failure(
      'recipe',
      `${file.path} must hold an array of at most ${maxLines} lines, such as ["*/5 * * * * $ROOT/job.sh"].`,
    )
  }
  const crons = lines.map((line, position) => {
    const where = `Line ${position + 1} of ${file.path}`
    return typeof line === 'object' && line !== null
      ? readNamed(line as Record<string, unknown>, where)
      : readLine(line, where)
  })
  const names = crons.flatMap(({ name }) => name ?? [])
  const twice = names.find((name, position) => names.indexOf(name) !== position)
  if (twice === undefined) return crons
  throw new Failure('recipe', `${file.path} has the name ${quote(twice)} twice.`)
}

function readLine(line: unknown, where: string): Cron {
  if (typeof line !== 'string' || line.length > maxLineLength || line.includes('\0')) {
    throw new Failure(
      'recipe',
      `${where} must be text of at most ${maxLineLength} characters, such as "*/5 * * * * $ROOT/job.sh".`,
    )
  }
  const found = readScheduledLine(line)
  if (!found) {
    throw new Failure(
      'recipe',
      `${where} is ${quote(line)}: it needs minute, hour, day of the month, month, day of the week and a command.`,
    )
  }
  const { schedule, command } = found
  return { schedule, command: scriptOf(command), where: 'one instance' }
}

const fields = ['name', 'schedule', 'command', 'where', 'timeout']

/** `{"name": "clean", "schedule": "0 3 * * *", "command": "$ROOT/clean.sh", "where": "every instance", "timeout": "10m"}` */
function readNamed(line: Record<string, unknown>, where: string): Cron {
  const { name, schedule, command, where: place = 'one instance', timeout } = line
  const wrong = (field: string, expected: string): never => {
    throw new Failure('recipe', `${where}: ${quote(field)} must be ${expected}.`)
  }
  const unknown = Object.keys(line).find((key) => !fields.includes(key))
  if (unknown !== undefined) {
    throw new Failure(
      'recipe',
      `${where} has ${quote(unknown)}, which is none of ${fields.join(', ')}.`,
    )
  }
  if (typeof schedule !== 'string' || !parseSchedule(schedule))
    return wrong('schedule', 'one of a crontab, such as "0 3 * * *"')
  if (!isText(command, maxLineLength) || command.trim() === '')
    return wrong('command', `text of at most ${maxLineLength} characters`)
  if (name !== undefined && !(isText(name, maxName) && cronNamePattern.test(name)))
    return wrong('name', `at most ${maxName} letters, digits, blanks and . _ : -`)
  const known = cronPlaces.find((each) => each === place)
  if (!known) return wrong('where', cronPlaces.map((each) => `"${each}"`).join(' or '))
  const milliseconds = timeoutOf(timeout)
  if (milliseconds === null) return wrong('timeout', 'a duration from 10s to 24h, such as "30m"')
  return {
    ...(name !== undefined && { name }),
    schedule: schedule.trim().replace(/\s+/g, ' '),
    command: scriptOf(command),
    where: known,
    ...(milliseconds !== undefined && { timeout: milliseconds }),
  }
}

/** Milliseconds; `null` when it is invalid. */
function timeoutOf(timeout: unknown): number | undefined | null {
  if (timeout === undefined) return undefined
  const milliseconds =
    typeof timeout === 'string' || typeof timeout === 'number'
      ? parseDuration(String(timeout))
      : undefined
  if (milliseconds === undefined) return null
  const { minTimeout, maxTimeout } = cronLimits
  return milliseconds >= minTimeout && milliseconds <= maxTimeout ? milliseconds : null
}

const isText = (value: unknown, maxLength: number): value is string =>
  typeof value === 'string' && value.length <= maxLength && !value.includes('\0')

/** In these lines ROOT is the working directory. */
const scriptOf = (command: string): [string, ...string[]] => [
  'sh',
  '-c',
  `export ROOT="$PWD"\n${command}`,
]

interface ScheduledLine {
  /** Five fields, or an alias such as `@daily`, as written. */
  schedule: string
  command: string
}

/** Parses a crontab line; `undefined` when it is invalid. */
export function readScheduledLine(line: string): ScheduledLine | undefined {
  const count = line.trim().startsWith('@') ? 1 : 5
  const [, schedule, command] =
    new RegExp(`^((?:\\S+\\s+){${count - 1}}\\S+)\\s+(\\S.*)$`, 's').exec(line.trim()) ?? []
  if (schedule === undefined || command === undefined || !parseSchedule(schedule)) return undefined
  return { schedule: schedule.replace(/\s+/g, ' '), command }
}
