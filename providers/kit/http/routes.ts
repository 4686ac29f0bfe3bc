import type { Manifest } from '#protocol/manifest/manifest.ts'

export type Verb = 'suspend' | 'resume' | 'rotate' | 'env' | 'usage'

/** The platform's call that a request is. */
export type Route =
  | { call: 'order' }
  | { call: 'resource'; id: string; verb?: Verb }
  | { call: 'backups'; id: string; backupId?: string }
  | { call: 'sso'; path: string }
  | { call: 'panel'; id: string }

/** Matches the paths of a manifest, for tests and for production. */
export function createRoutes({ api }: Manifest): (path: string) => Route | undefined {
  const pathsOf = (key: 'base_url' | 'sso_url') =>
    [...new Set([api.production[key], api.test[key]])].map((url) =>
      new URL(url).pathname.replace(/\/+$/, ''),
    )
  const bases = pathsOf('base_url')
  const listeners = pathsOf('sso_url')
  return (path) => {
    const listener = listeners.find((start) => path === start || path.startsWith(`${start}/panel/`))
    if (listener !== undefined && path === listener) return { call: 'sso', path: listener }
    if (listener !== undefined) {
      const id = decoded(path.slice(`${listener}/panel/`.length))
      return id === undefined ? undefined : { call: 'panel', id }
    }
    const base = bases.find(
      (start) => path.replace(/\/$/, '') === start || path.startsWith(`${start}/`),
    )
    return base === undefined ? undefined : below(path.slice(base.length))
  }
}

function below(rest: string): Route | undefined {
  if (rest === '' || rest === '/') return { call: 'order' }
  const [, first = '', verb, backup] =
    /^\/([^/]+)(?:\/(suspend|resume|rotate|env|usage|backups)(?:(?<=backups)\/([^/]+))?)?$/.exec(
      rest,
    ) ?? []
  const id = decoded(first)
  if (!id) return undefined
  if (verb === undefined) return { call: 'resource', id }
  if (verb !== 'backups') return { call: 'resource', id, verb: verb as Verb }
  if (backup === undefined) return { call: 'backups', id }
  const backupId = decoded(backup)
  return backupId ? { call: 'backups', id, backupId } : undefined
}

function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part)
  } catch {
    return undefined
  }
}
