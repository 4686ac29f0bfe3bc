import { setTimeout as sleep } from 'node:timers/promises'
import { findServer } from '#providers/kit/server-process.ts'

const deadline = 60_000

/** The answer of the server of a folder, once it gives one. */
export async function answering<T>(folder: string, ask: () => Promise<T>): Promise<T> {
  const end = Date.now() + deadline
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      const isOver = Date.now() > end || !(await findServer(folder))
      if (isOver) throw error
      await sleep(50)
    }
  }
}
