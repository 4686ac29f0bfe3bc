import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type EngineYard, engineContract } from '#engines/engine.contract.ts'
import { processEngineOptions, removeEngineFolder } from '#tests/support/engine/process-engine.ts'
import type { Capability } from './capabilities.ts'
import { openProcessEngine } from './process-engine.ts'

const yardWithout =
  (...without: Capability[]) =>
  async (): Promise<EngineYard> => {
    const folder = await mkdtemp(join(tmpdir(), 'berth-engine-'))
    return {
      instancesOutliveServer: true,
      opensSessions: !without.includes('sandbox'),
      open: (watcher) => openProcessEngine(processEngineOptions(folder, watcher, { without })),
      async [Symbol.asyncDispose]() {
        const watcher = { onLine() {}, onExit() {} }
        const engine = await openProcessEngine(processEngineOptions(folder, watcher, { without }))
        await engine.recover([])
        await engine.close()
        await removeEngineFolder(folder)
      },
    }
  }

engineContract('process, isolated', yardWithout())
engineContract(
  'process, on a machine that can isolate nothing',
  yardWithout('users', 'sandbox', 'network', 'limits'),
)
