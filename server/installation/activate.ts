import { existsSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { lockFolder } from '#kit/concurrency/folder-lock.ts'
import { run } from '#kit/process/subprocess.ts'
import type { Settings } from '#settings/settings.ts'
import { awaitHealth } from './await-health.ts'
import { keepConsoleAssets } from './console-assets.ts'
import { environmentOf } from './environment.ts'
import { checkFacts, copyFacts, removeCopy, restoreFacts } from './facts.ts'
import { InstallationError } from './installation-error.ts'
import { type Service, serviceOf } from './server-control.ts'
import { currentVersion, placeVersion, removeUnused, setCurrent } from './versions.ts'

export interface Activation {
  settings: Settings
  /** Folder of the installation. */
  home: string
  /** Folder of the release that is to run. */
  from: string
  say: (line: string) => void
}

const stopTimeout = 120_000
const backupTimeout = 6 * 3_600_000

/**
 * Makes a release the running version. The server of the former one ends after a back-up, and the new one takes over the router and the
 * applications, which go on; if it does not start, the former one comes back with the facts as they were.
 */
export async function activate(activation: Activation): Promise<void> {
  const { settings, home, from, say } = activation
  checkFacts(settings)
  const former = await currentVersion(home)
  const service = await serviceOf(home, settings)
  const isRunning = await service.isRunning()
  if (former !== undefined && isRunning) await backUp(former, activation)
  const version = await placeVersion(home, from)
  if (former !== undefined && former !== version) await keepConsoleAssets(former, version)
  if (former === undefined || !isRunning) {
    await setCurrent(home, version)
    if (former !== undefined) return say(`${basename(version)} is what the next start runs.`)
    if (!service.isUnit)
      return say(
        'Installed. There is no systemd here: start berth-server, or let the init system do it.',
      )
    await service.start()
    await awaitHealth(settings, service)
    return
  }
  say(`Starting ${basename(version)} in place of ${basename(former)}; applications go on.`)
  try {
    await withoutServer(settings, service, async () => {
      await copyFacts(settings)
      await setCurrent(home, version)
    })
    await service.start()
    await awaitHealth(settings, service)
  } catch (error) {
    await goBack(former, { activation, service, error: error as Error })
  }
  await removeCopy(settings)
  await removeUnused(home, [version, former])
}

/** Stops the server, and does something while none can start. */
async function withoutServer(
  settings: Settings,
  service: Service,
  act: () => Promise<void>,
): Promise<void> {
  await service.stop()
  const held = await lockFolder(settings.data, { timeout: stopTimeout, onWait: () => {} })
  try {
    // One that was killed has left it.
    await rm(join(settings.data, 'addresses.json'), { force: true })
    await act()
  } finally {
    await held.release()
  }
}

/** Starts the former version again, and throws. */
async function goBack(
  former: string,
  { activation, service, error }: { activation: Activation; service: Service; error: Error },
): Promise<never> {
  const { settings, home, say } = activation
  say(`It did not start (${error.message}): going back to ${basename(former)}.`)
  await withoutServer(settings, service, async () => {
    await restoreFacts(settings)
    await setCurrent(home, former)
  })
  try {
    await service.start()
    await awaitHealth(settings, service)
  } catch (again) {
    throw new InstallationError(
      `The new version did not start: ${error.message}. Neither did ${basename(former)} after it: ${(again as Error).message}. ${schemaAdvice(settings)}`,
    )
  }
  throw new InstallationError(
    `The new version did not start: ${error.message}. ${basename(former)} runs again, with the facts as they were.`,
  )
}

const schemaAdvice = ({ store }: Settings) =>
  store === 'sqlite'
    ? 'The facts are as they were before the upgrade.'
    : 'If the new version has migrated the database, bring your back-up of it back first.'

/** Writes an archive of everything, as the version that made the data. */
async function backUp(former: string, { settings, say }: Activation): Promise<void> {
  if (!settings.upgradeBackup) return
  if (settings.store !== 'sqlite')
    return say(
      'The facts are in PostgreSQL: their back-up is yours (docs/operating/postgresql.md).',
    )
  const folder = settings.backupFolder ?? join(settings.data, 'backups')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, `before-upgrade-from-${basename(former)}.tar.gz`)
  say(`Writing a back-up: ${file}`)
  const command = [join(former, 'bin/berth-server'), 'admin', 'backup', file] as const
  const { code, stdout, stderr } = await run([...command], {
    env: environmentOf(settings),
    timeout: backupTimeout,
  })
  if (code === 0 && existsSync(file)) return
  throw new InstallationError(
    `The back-up before the upgrade failed, and nothing was changed. BERTH_UPGRADE_BACKUP=no goes without one.\n${(stderr || stdout).trim()}`,
  )
}
