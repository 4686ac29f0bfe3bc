import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before } from 'node:test'
import { engineContract } from '#engines/engine.contract.ts'
import { openSwarmEngine } from '#engines/swarm/swarm-engine.ts'
import { swarmEngineOptions } from '#tests/support/swarm/swarm-engine.ts'
import { openSwarmLab, type SwarmLab } from '#tests/support/swarm/swarm-lab.ts'

let lab: SwarmLab

before(async () => {
  lab = await openSwarmLab()
})
after(() => lab[Symbol.asyncDispose]())

engineContract('swarm, one node', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'berth-swarm-'))
  const log = (sentence: string) => void (process.env.SHOW_LOG && console.error(sentence))
  return {
    instancesOutliveServer: true,
    opensSessions: true,
    open: (watcher) => openSwarmEngine(swarmEngineOptions(lab, folder, watcher, { log })),
    async [Symbol.asyncDispose]() {
      const watcher = { onLine() {}, onExit() {} }
      const engine = await openSwarmEngine(swarmEngineOptions(lab, folder, watcher))
      await engine.recover([])
      await engine.close()
      await rm(folder, { recursive: true })
    },
  }
})
