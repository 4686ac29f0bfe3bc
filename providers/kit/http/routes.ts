import type { Manifest } from '#protocol/manifest/manifest.ts'
import type { TransferRoute } from '#providers/kit/transfers/answer-transfers.ts'

export type Verb = 'suspend' | 'resume' | 'rotate' | 'env' | 'usage'

/** The platform's call that a request is. */
export type Route =
  | { call: 'order' }
  | { call: 'resource'; id: string; verb?: Verb }
  | { call: 'backups'; id: string; backupId?: string; isRestore?: boolean }
  | { call: 'contents'; id: string }
  | { call: 'sessions'; id: string }
  | ({ call: 'transfers' } & TransferRoute)
  | { call: 'insights'; id: string; part?: 'statements' | 'connections'; connectionId?: string }
  | { call: 'files'; id: string; isContent: boolean }
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

const verbs = ['suspend', 'resume', 'rotate', 'env', 'usage']
const isVerb = (given: string): given is Verb => verbs.includes(given)

function below(rest: string): Route | undefined {
  if (rest === '' || rest === '/') return { call: 'order' }
  const parts = rest.slice(1).split('/').map(decoded)
  if (parts.some((part) => !part)) return undefined
  const [id = '', verb, ...more] = parts.map(String)
  if (verb === undefined) return { call: 'resource', id }
  if (verb === 'backups') return belowBackups(id, more)
  if (verb === 'insights') return belowInsights(id, more)
  if (verb === 'files') return belowFiles(id, more)
  if (verb === 'contents') return more.length === 0 ? { call: 'contents', id } : undefined
  if (verb === 'sessions') return more.length === 0 ? { call: 'sessions', id } : undefined
  if (verb === 'transfers') return belowTransfers(id, more)
  return isVerb(verb) && more.length === 0 ? { call: 'resource', id, verb } : undefined
}

function belowBackups(id: string, [backupId, act, ...more]: string[]): Route | undefined {
  if (backupId === undefined) return { call: 'backups', id }
  if (act === undefined) return { call: 'backups', id, backupId }
  const isRestore = act === 'restore' && more.length === 0
  return isRestore ? { call: 'backups', id, backupId, isRestore } : undefined
}

function belowInsights(id: string, [part, connectionId, ...more]: string[]): Route | undefined {
  if (part === undefined) return { call: 'insights', id }
  if (more.length > 0) return undefined
  if (part === 'statements' && connectionId === undefined) return { call: 'insights', id, part }
  if (part === 'connections' && connectionId !== undefined)
    return { call: 'insights', id, part, connectionId }
  return undefined
}

function belowFiles(id: string, [part, ...more]: string[]): Route | undefined {
  if (part === undefined) return { call: 'files', id, isContent: false }
  const isContent = part === 'content' && more.length === 0
  return isContent ? { call: 'files', id, isContent } : undefined
}

function belowTransfers(id: string, [transferId, part, at, ...more]: string[]): Route | undefined {
  if (more.length > 0) return undefined
  if (transferId === undefined) return { call: 'transfers', id }
  if (part === undefined) return { call: 'transfers', id, transferId }
  if (part === 'bytes' && at !== undefined && /^\d{1,15}$/.test(at))
    return { call: 'transfers', id, transferId, part, offset: Number(at) }
  if ((part === 'start' || part === 'file') && at === undefined)
    return { call: 'transfers', id, transferId, part }
  return undefined
}

function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part)
  } catch {
    return undefined
  }
}
