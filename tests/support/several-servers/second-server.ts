import { copyFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { TestBerth } from '#tests/support/platform/berth.ts'

/** Starts a server that shares the database of another one: it gets its key, and has a data folder of its own. */
export const startSecondServer = (
  first: TestBerth,
  settings: Record<string, string>,
): Promise<TestBerth> =>
  TestBerth.start(settings, async (data) => {
    await mkdir(data, { recursive: true })
    for (const name of ['secret.key', 'admin.json'])
      await copyFile(join(first.data, name), join(data, name))
  })
