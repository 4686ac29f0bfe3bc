import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import type { PrintedLine } from '#platform/model/hosting/deployments/engine.ts'
import type { CountMark } from './line-count.ts'

/** The task whose output is stored, in a file that a restarted server reads. */
export interface FollowedTask {
  /** Of the server before; empty when there was none. */
  readonly taskId: string
  /** When its lines were counted last; all from before were stored. */
  readonly countedAt: number | undefined
  /** How many lines the task had printed before the first of these, which are the end of what is stored of it. */
  countBefore(stored: readonly PrintedLine[]): number | undefined
  /** Writes the task, and how many lines it has printed; resolves once it is written, or could not be. */
  note(taskId: string, mark?: CountMark): Promise<void>
  forget(): Promise<void>
}

export async function openFollowedTask(
  file: string,
  onProblem: (error: Error) => void,
): Promise<FollowedTask> {
  const [taskId = '', count, date] = (await readFile(file, 'utf8').catch(() => '')).split(' ')
  let writing = Promise.resolve()
  const write = async (text: string) => {
    await writeFile(`${file}.new`, text, { mode: 0o600 })
    await rename(`${file}.new`, file)
  }
  const countedAt = date === undefined ? undefined : Number(date)
  return {
    taskId,
    countedAt,
    countBefore(stored) {
      const [first] = stored
      // The file of an earlier version has a time behind the id, and no count.
      if (!first || countedAt === undefined || countedAt < first.date) return undefined
      return Number(count) - stored.filter((line) => line.date <= countedAt).length
    },
    note(id, mark) {
      const text = mark ? `${id} ${mark.count} ${mark.date}` : id
      writing = writing.then(() => write(text)).catch(onProblem)
      return writing
    },
    async forget() {
      await writing
      await rm(file, { force: true })
    },
  }
}
