import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { BuiltInProviders } from '#built-in-providers/built-in-providers.ts'
import { programBuild } from '#kit/build-identity/dated-build.ts'
import type { Clock } from '#kit/concurrency/clock.ts'
import type { Operation } from '#platform/model/operation.ts'
import type { Platform } from '#platform/platform.ts'
import { settingList } from '#settings/setting-list.ts'
import { givenVariables, type Settings } from '#settings/settings.ts'
import type { DataFolder } from '#wiring/disk/data-folder.ts'
import type { SharedObjects } from '#wiring/objects/open-objects.ts'
import { type BackupArchives, folderArchives, sharedArchives } from './backup-archives.ts'
import { effectiveSettings } from './effective-settings.ts'
import { listProcesses } from './list-processes.ts'
import { createMachinePackages } from './machine-packages.ts'
import { openPlatformBackups } from './platform-backups.ts'

const main = join(import.meta.dirname, '../../main.ts')
const backupTimeout = 6 * 3_600_000
const megabyte = 1024 * 1024

export interface OperationOptions {
  settings: Settings
  folder: DataFolder
  clock: Clock
  builtInProviders: BuiltInProviders
  objects: SharedObjects | undefined
  /** Available once everything is open. */
  platform: () => Platform
  apiUrl: () => string
  log: (line: string) => void
}

/** What operators see and do, on this machine. */
export function openOperation(options: OperationOptions): Operation & { close(): Promise<void> } {
  const { settings, folder, clock, builtInProviders, log } = options
  const given = givenVariables(settings)
  const archives = archivesOf(options)
  const backups = openPlatformBackups({
    archives,
    kept: settings.backupsKept,
    clock,
    command: (file) => [process.execPath, main, 'admin', 'backup', file],
    environment: given,
    timeout: backupTimeout,
    log,
  })
  return {
    backups,
    processes: () =>
      listProcesses({
        router: folder.path('router'),
        providers: folder.path('providers'),
        builtInProviders: builtInProviders.status,
      }),
    async disk() {
      const { blocks, bavail, bsize } = await statfs(folder.root)
      return { bytes: blocks * bsize, freeBytes: bavail * bsize }
    },
    build: programBuild,
    packages: createMachinePackages({ clock }),
    settings: () =>
      effectiveSettings(Object.values(settingList), given, derivedValues(options, archives.place)),
    close: backups.close,
  }
}

/** The folder that the operator names, else the object store of all servers, else the data folder. */
function archivesOf({ settings, folder, objects }: OperationOptions): BackupArchives {
  if (objects && !settings.backupFolder) return sharedArchives(objects, folder.path('backups'))
  return folderArchives(settings.backupFolder ?? folder.path('backups'))
}

/** What empty settings amount to here, by variable. */
function derivedValues(
  { platform, apiUrl }: Pick<OperationOptions, 'platform' | 'apiUrl'>,
  backupFolder: string,
): Record<string, string> {
  const { policies } = platform()
  const { quotas, maxFlavors, publicAddresses, operators } = policies
  return {
    BERTH_API_URL: apiUrl(),
    BERTH_BACKUP_FOLDER: backupFolder,
    BERTH_MAX_FLAVOR: maxFlavors.instances,
    BERTH_OPERATORS: operators.join(','),
    BERTH_QUOTA_DISK: String(Math.floor(quotas.disk / megabyte)),
    BERTH_QUOTA_MEMORY: String(Math.floor(quotas.memory / megabyte)),
    ...(publicAddresses.length > 0 && { BERTH_PUBLIC_ADDRESSES: publicAddresses.join(',') }),
  }
}
