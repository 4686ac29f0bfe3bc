import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import { parseSchedule } from '#platform/model/hosting/recipe/cron-schedule.ts'
import type { Cron } from '#platform/model/hosting/recipe/recipe.ts'
import { findJsonProblem } from '#runtimes/json-problem.ts'
import { quote } from '#runtimes/variable.ts'
import type { Place } from './app-folder.ts'
import { readPlatformFile } from './hooks.ts'

const maxLines = 100
const maxLineLength = 2_000

/** Crons in `cron.json` of the platform's folder: an array of crontab lines. */
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
  return lines.map((line, position) => readCron(line, `Line ${position + 1} of ${file.path}`))
}

function readCron(line: unknown, where: string): Cron {
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
  // In these lines ROOT is the working directory.
  const command = `export ROOT="$PWD"\n${found.command}`
  return {
    schedule: found.schedule,
    command: ['sh', '-c', command],
    where: 'every instance',
  }
}

interface ScheduledLine {
  /** Five fields, or an alias such as `@daily`, as written. */
  schedule: string
  command: string
}

/** Parses a crontab line; `undefined` when it is invalid. */
export function readScheduledLine(line: string): ScheduledLine | undefined {
  const fields = line.trim().startsWith('@') ? 1 : 5
  const [, schedule, command] =
    new RegExp(`^((?:\\S+\\s+){${fields - 1}}\\S+)\\s+(\\S.*)$`, 's').exec(line.trim()) ?? []
  if (schedule === undefined || command === undefined || !parseSchedule(schedule)) return undefined
  return { schedule: schedule.replace(/\s+/g, ' '), command }
}
