import { join } from 'node:path'
import type { BuiltInProvider, Given } from '#providers/kit/built-in-provider.ts'
import { defineProvider } from '#providers/kit/http/provider-server.ts'
import { openFileLedger } from '#providers/kit/resources/file-ledger.ts'

/** Provider of variables shared by several applications; their owner chooses names and values. */
export async function openConfiguration({
  manifest,
  folder,
  vault,
}: Given): Promise<BuiltInProvider> {
  const service = defineProvider({
    manifest,
    idPrefix: 'config',
    ledger: await openFileLedger(join(folder, 'resources'), vault),
    plans: ['std'],
    versions: async () => [],
    provision: ({ config }) => ({ config }),
    configure: (_, config) => ({ config }),
    deprovision() {},
  })
  return { service, async stopServers() {} }
}
