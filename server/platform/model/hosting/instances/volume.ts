import { withoutTrailingSlashes } from '#kit/net/slashes.ts'
import type { Environment } from '#platform/model/hosting/environment.ts'

/** A folder that stays, mounted in the instances of an application. */
export interface Volume {
  /** Id of the add-on at its provider. */
  id: string
  /** Path in the application's folder, without a slash at the begin. */
  path: string
}

/** What a variable `CC_FS_BUCKET` or `CC_FS_BUCKET_<n>` asks for. */
export interface WantedVolume {
  variable: string
  path: string
  /** Value of `BUCKET_HOST` of the add-on. */
  host: string
}

const maxPath = 400
const maxNames = 20
const maxName = 255
const variableName = /^CC_FS_BUCKET(_\d{1,4})?$/
const hostName = /^[A-Za-z0-9][A-Za-z0-9.-]{0,252}$/

/** Whether the application names a volume in this variable. */
export const isVolumeVariable = (name: string): boolean => variableName.test(name)

/** An option of mounts over a network, which there are none of. */
const ignored = /^a?sync$/

/**
 * Reads `<path>:<host>`; an option of a mount over a network may follow, which means nothing here.
 * Slashes at both ends of the path do not matter; `undefined` when it leads out of the application's folder or is that.
 */
export function parseVolume(value: string): Omit<WantedVolume, 'variable'> | undefined {
  const parts = value.trim().split(':')
  if (parts.length === 3 && ignored.test(parts[2] ?? '')) parts.pop()
  const [given, host, ...more] = parts
  if (given === undefined || host === undefined || more.length > 0) return undefined
  const path = withoutTrailingSlashes(given.replace(/^\/+/, ''))
  return hostName.test(host) && isInside(path) ? { path, host } : undefined
}

function isInside(path: string): boolean {
  if (path === '' || path.length > maxPath || /[\x00-\x1f\x7f]/.test(path)) return false
  const names = path.split('/')
  const isName = (name: string) =>
    name !== '' && name !== '.' && name !== '..' && Buffer.byteLength(name) <= maxName
  return names.length <= maxNames && names.every(isName)
}

/** What the variables of an application ask for; throws what `unreadable` makes of the name of one that cannot be read. */
export const wantedVolumes = (
  environment: Environment,
  unreadable: (variable: string) => Error,
): WantedVolume[] =>
  Object.entries(environment)
    .filter(([name, value]) => isVolumeVariable(name) && value.trim() !== '')
    .map(([variable, value]) => {
      const parsed = parseVolume(value)
      if (!parsed) throw unreadable(variable)
      return { variable, ...parsed }
    })
    .toSorted((one, other) => one.variable.localeCompare(other.variable, 'en', { numeric: true }))

/** Two of them of which the second is mounted at the same path, or below the first or above it. */
export function overlapOf(
  volumes: readonly WantedVolume[],
): [WantedVolume, WantedVolume] | undefined {
  const isAbove = (one: string, other: string) => `${other}/`.startsWith(`${one}/`)
  for (const [at, one] of volumes.entries())
    for (const other of volumes.slice(at + 1))
      if (isAbove(one.path, other.path) || isAbove(other.path, one.path)) return [one, other]
  return undefined
}
