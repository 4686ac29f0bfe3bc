import { FolderLockedError } from '#kit/concurrency/folder-lock.ts'
import { WrongKeyError } from '#kit/crypto/vault.ts'
import { isDiskFull } from '#kit/files/disk-full.ts'
import { ClusterUnusableError } from '#platform/model/hosting/deployments/engine.ts'
import { isStoreUnavailable, StoreUnavailableError } from '#platform/model/store-unavailable.ts'
import { LaunchError } from '#routers/control/launch.ts'
import { settingList } from '#settings/setting-list.ts'
import { type Settings, SettingsError } from '#settings/settings.ts'
import { IncompleteStoreError, NewerStoreError } from '#stores/migrations/migrate.ts'
import { UnusableDatabaseError } from '#stores/postgresql/unusable-database.ts'
import { UnusableFolderError } from './disk/data-folder.ts'

interface SystemError extends Error {
  code?: string
  port?: number
  errcode?: number
}

/** Exit code of a start that cannot succeed: settings or files have to be changed first. */
const impossible = 2
/** `EX_TEMPFAIL` of sysexits.h: the same start succeeds once there is room, or the database is back. */
const temporary = 75

export const startExitCode = (error: unknown): number =>
  isDiskFull(error) || isStoreUnavailable(error) ? temporary : impossible

/** SQLite error codes of a damaged file. */
const damaged = [11, 26]

/** Messages for the operator when the platform cannot start; `undefined` for a bug. */
export function explainStart(error: unknown, settings?: Settings): string[] | undefined {
  // An error while closing must not hide why the start failed.
  if (error instanceof SuppressedError) return explainStart(error.suppressed, settings)
  if (error instanceof SettingsError) return error.problems
  if (isDiskFull(error)) return [`the disk of ${settings?.data} is full: make room`]
  // The router reports it with the port that it could not open.
  if ((error as SystemError).code === 'EADDRNOTAVAIL') {
    return [`BERTH_BIND=${settings?.bind} is not an address of this machine`]
  }
  const isPlain = [
    UnusableFolderError,
    UnusableDatabaseError,
    StoreUnavailableError,
    NewerStoreError,
    IncompleteStoreError,
    LaunchError,
    ClusterUnusableError,
  ].some((kind) => error instanceof kind)
  if (isPlain) return [(error as Error).message]
  if (error instanceof FolderLockedError) {
    return [
      `${error.message}: a Berth is running on it already; stop it first, or set BERTH_DATA to another folder`,
    ]
  }
  if (!(error instanceof Error)) return undefined
  const { code, port, errcode } = error as SystemError
  if (port && code === 'EADDRINUSE') {
    return [
      `port ${port} is in use${nameOf(port, settings)}: stop what listens there, or choose another`,
    ]
  }
  if (port && code === 'EACCES') {
    return [
      `port ${port}${nameOf(port, settings)} may not be opened by this user: choose one above 1023`,
    ]
  }
  if (error instanceof WrongKeyError) {
    const place =
      settings?.store === 'sqlite' ? `${settings.data}/berth.sqlite` : 'the database of BERTH_STORE'
    return [
      `${settings?.data}/secret.key is not the key of ${place}: restore both from the same back-up`,
    ]
  }
  if (errcode && damaged.includes(errcode)) {
    return [
      `${settings?.data}/berth.sqlite is damaged (${error.message}): restore it from a back-up`,
    ]
  }
  return undefined
}

function nameOf(port: number, settings: Settings | undefined): string {
  const [, setting] =
    Object.entries(settingList).find(
      ([key]) => key.endsWith('Port') && settings?.[key as keyof typeof settingList] === port,
    ) ?? []
  return setting ? ` (${setting.variable})` : ''
}
