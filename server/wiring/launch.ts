import { type SearchedOffer, searchPrograms } from '#built-in-providers/search-programs.ts'
import { type ProbedMachine, probeMachine } from '#engines/process/probe-machine.ts'
import { createHostKey } from '#git/host-key.ts'
import { memoryClaims } from '#platform/model/claims.ts'
import type { Store } from '#platform/model/store.ts'
import type { RouterProcess } from '#routers/control/router-process.ts'
import type { Settings } from '#settings/settings.ts'
import { operatorChoices } from './addons/operator-choices.ts'
import { type DataFolder, openDataFolder } from './disk/data-folder.ts'
import type { Lifetime } from './lifetime.ts'
import { databaseInstaller } from './packages/system-packages.ts'
import { closingRouter, openRouter } from './router/open-router.ts'

/** What starts before the rest of the server is loaded. */
export interface Launched {
  folder: DataFolder
  /** Only one that other servers may share is open by now. */
  store: Store | undefined
  router: Promise<RouterProcess>
  /** Absent for an engine that does not run applications on this machine. */
  machine: ProbedMachine | undefined
  /** Programs of the built-in providers, with their versions. */
  programs: Promise<SearchedOffer[]>
}

/**
 * Starts what works in processes of its own: the router, the trials of what this machine can do, and databases that tell their versions.
 * Resolves once those run, so that what this process does next does not delay them; imports only what they need.
 */
export async function launch(
  settings: Settings,
  lifetime: Lifetime,
  log: (line: string) => void,
): Promise<Launched> {
  const shared = await openSharedStore(settings, lifetime, log)
  const folder = shared?.folder ?? (await openDataFolder(settings.data, createHostKey))
  const spawned = Promise.withResolvers<void>()
  const claims = shared?.store.claims ?? memoryClaims
  const router = openRouter(settings, folder, { claims, onSpawn: spawned.resolve, log })
  lifetime.defer(closingRouter(router, lifetime))
  const programs = searchPrograms({
    install: databaseInstaller(settings),
    choices: operatorChoices(settings),
  })
  // Whoever waits for it is told; a start that fails before that says why itself.
  programs.catch(() => {})
  const machine =
    settings.engine === 'process' ? await probeMachine(folder.path('engine')) : undefined
  await Promise.race([spawned.promise, router])
  return { folder, store: shared?.store, router, machine, programs }
}

async function openSharedStore(
  settings: Settings,
  lifetime: Lifetime,
  log: (line: string) => void,
) {
  if (settings.store === 'sqlite') return undefined
  const { openShared } = await import('./servers/join-servers.ts')
  return openShared(settings, lifetime, log)
}
