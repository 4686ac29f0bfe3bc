import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { FolderLockedError, type Hold, lockFolder } from '#kit/concurrency/folder-lock.ts'
import type { Settings } from '#settings/settings.ts'
import { awaitHealth } from './await-health.ts'
import { keepConsoleAssets } from './console-assets.ts'
import { backUpBefore } from './facts/back-up-before.ts'
import { checkFacts, rehearseMigrations } from './facts/check-facts.ts'
import { copyFacts, removeCopy, restoreFacts } from './facts/copy-facts.ts'
import { InstallationError } from './installation-error.ts'
import { removeDrafts } from './leftovers.ts'
import type { Service } from './server-control.ts'
import { lockVersions, placeVersion, removeUnused, setCurrent } from './versions.ts'

const stopTimeout = 120_000

/** What an activation does to the machine, step by step; after each of them it may be killed. */
export interface Steps {
  checkFacts(settings: Settings): unknown
  rehearseMigrations: typeof rehearseMigrations
  backUpBefore: typeof backUpBefore
  placeVersion: typeof placeVersion
  keepConsoleAssets: typeof keepConsoleAssets
  /** Ends the server, and returns a lock without which none can start. */
  stop(settings: Settings, service: Service): Promise<Hold>
  copyFacts: typeof copyFacts
  restoreFacts: typeof restoreFacts
  setCurrent: typeof setCurrent
  start(service: Service): Promise<void>
  awaitHealth: typeof awaitHealth
  removeCopy: typeof removeCopy
  removeUnused: typeof removeUnused
}

export const realSteps: Steps = {
  checkFacts,
  rehearseMigrations,
  backUpBefore,
  placeVersion,
  keepConsoleAssets,
  async stop(settings, service) {
    await service.stop()
    const held = await lockFolder(settings.data, { timeout: stopTimeout, onWait: () => {} })
    // One that was killed has left it.
    await rm(join(settings.data, 'addresses.json'), { force: true })
    return held
  },
  copyFacts,
  restoreFacts,
  setCurrent,
  start: (service) => service.start(),
  awaitHealth,
  removeCopy,
  removeUnused,
}

/** Lets one activation at a time change an installation, and removes the drafts of those that were killed. */
export async function lockInstallation(home: string): Promise<Hold> {
  try {
    const held = await lockVersions(home)
    await removeDrafts(home)
    return held
  } catch (error) {
    if (!(error instanceof FolderLockedError)) throw error
    throw new InstallationError(
      `Another version is being activated (process ${error.pid}): wait until it is done. Nothing was changed.`,
    )
  }
}
