import { access, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { endLeftServers } from '#built-in-providers/built-in-providers.ts'
import { createHostKey } from '#git/host-key.ts'
import { systemClock } from '#kit/concurrency/clock.ts'
import { lockFolder, lockHolderOf } from '#kit/concurrency/folder-lock.ts'
import { until } from '#kit/concurrency/timeout.ts'
import { ignoreDiskProblem } from '#kit/files/disk-full.ts'
import { compileCacheOf } from '#kit/process/compile-cache.ts'
import { removeInstance } from '#platform/hosting/deployments/instances/instances.ts'
import { isRemoteInstance, localInstances } from '#platform/hosting/placement/local-applications.ts'
import { singleServerPlacement } from '#platform/model/hosting/placement/placement.ts'
import { endRouter, notedProcess } from '#routers/control/end-router.ts'
import type { Settings } from '#settings/settings.ts'
import { operatorChoices } from '#wiring/addons/operator-choices.ts'
import { openDataFolder } from '#wiring/disk/data-folder.ts'
import { openEngine } from '#wiring/engine.ts'
import { swarmIdentity } from '#wiring/servers/swarm-identity.ts'
import { openStore } from '#wiring/store.ts'

const timeout = 90_000
/** What requests under way get to finish, of the ten seconds that containers usually have for a stop. */
const drainTimeout = 2000
/** The first start creates these files first. */
const isDataFolder = (folder: string) =>
  access(join(folder, 'router')).then(
    () => true,
    () => false,
  )
/** Whether instances or a router of a data folder run without a server. */
export const hasLeft = async (folder: string) =>
  (await readdir(join(folder, 'engine/instances')).catch(() => [])).length > 0 ||
  notedProcess(join(folder, 'router')) !== undefined
const deaf = { onLine() {}, onExit() {} }

/**
 * Stops everything of a data folder: the server if it runs, and the router, the instances and the add-on servers that
 * it left.
 */
export async function stopAll(settings: Settings): Promise<string> {
  if (!(await isDataFolder(settings.data))) {
    return `There is nothing to stop: ${settings.data} is not a data folder.`
  }
  const server = await lockHolderOf(settings.data)
  if (server) {
    // Ends the server alone: what it leaves is stopped here, where it has all the time of the settings.
    process.kill(server, 'SIGTERM')
    await until(async () => (await lockHolderOf(settings.data)) === undefined, {
      timeout,
      what: 'the end of the server',
    })
  }
  const held = await lockFolder(settings.data)
  const folder = await openDataFolder(settings.data, createHostKey)
  const store = await openStore(folder, settings.store)
  const engine = await openEngine(settings, folder, {
    watcher: deaf,
    identity: await swarmIdentity(settings, folder, store),
    visitorPorts: async () => [],
    log: () => {},
  })
  try {
    const placement = store.shared?.placement ?? singleServerPlacement
    const instances = await localInstances({ store, placement })
    // Before the applications, so that visitors who are there get their answers.
    const hadRouter = await endRouter(folder.path('router'), drainTimeout)
    await Promise.all(instances.map(({ id }) => engine.stop(id, settings.stopGrace)))
    await engine.networkGroups?.apply([])
    await engine.recover([], isRemoteInstance({ store, placement }))
    // The record of one that a full disk has kept is removed by the next start.
    for (const { id } of instances)
      await removeInstance(store, id, systemClock()).catch(ignoreDiskProblem)
    const hadServers = await endLeftServers({
      store,
      clock: systemClock,
      folder: folder.path('providers'),
      log: () => {},
      keyFor: (id) => folder.keyFor(`provider ${id}`),
      addonsHost: () => engine.addonsHost,
      addons: settings,
      authority: folder.authority,
      environment: compileCacheOf(folder.path('providers')),
      choices: operatorChoices(settings),
    })
    const ended = [
      ...(server ? ['the server'] : []),
      instances.length === 1 ? '1 instance' : `${instances.length} instances`,
      ...(hadRouter ? ['the router'] : []),
      ...(hadServers ? ['the servers of add-ons'] : []),
    ]
    const sentence = `${new Intl.ListFormat('en').format(ended)} were stopped.`
    return sentence[0]?.toUpperCase() + sentence.slice(1)
  } finally {
    await engine.close()
    await store.close()
    await held.release()
  }
}
