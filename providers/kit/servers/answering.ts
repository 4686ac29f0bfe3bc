import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findServer } from '#providers/kit/process/server-process.ts'

const timeout = 60_000
const lastLines = 5

/** Polls the server of a folder until it answers; gives up when `isHanging`. */
export async function answering<T>(
  folder: string,
  ask: () => Promise<T>,
  isHanging: () => Promise<boolean> = async () => false,
): Promise<T> {
  const end = performance.now() + timeout
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      if (!(await findServer(folder))) throw new Error(await lastWords(folder))
      if (performance.now() > end || (await isHanging())) throw error
      await sleep(50)
    }
  }
}

async function lastWords(folder: string): Promise<string> {
  const log = await readFile(join(folder, 'server.log'), 'utf8').catch(() => '')
  const lines = log.trim().split('\n').slice(-lastLines)
  return `the server of ${folder} has ended:\n${lines.join('\n')}`
}
