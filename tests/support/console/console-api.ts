import { root } from '#tests/laws/source-tree.ts'
import { openTestApi, type TestApi } from '#tests/support/platform/api.ts'
import { openConsole } from '#wiring/console/open-console.ts'

/** The API with the built console before it, for pages that need nothing of what runs applications. */
export async function openConsoleApi(): Promise<TestApi & { addresses: { api: string } }> {
  const consoleFiles = openConsole({ root, log: () => {} })
  await consoleFiles.ready
  const api = await openTestApi({ consoleFiles })
  return {
    ...api,
    addresses: { api: api.url },
    async [Symbol.asyncDispose]() {
      await api[Symbol.asyncDispose]()
      await consoleFiles.close()
    },
  }
}
