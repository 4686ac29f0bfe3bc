/** How a version of `pnpm-lock.yaml` names packages. */
export interface PnpmFormat {
  /** Whether dependencies of packages are in `snapshots`; else they are in `packages`. */
  hasSnapshots: boolean
  /** Id of the entry that a dependency resolved to. */
  idOf(name: string, ref: string): string
  identify(id: string): { name: string; version: string } | undefined
  /** Key in `packages` that pins a snapshot. */
  pinOf(id: string): string
}

/** An id without its resolved peers. */
const withoutPeers = (id: string): string => id.split('(', 1)[0] ?? id

function identifyAt(id: string, prefix: string) {
  if (!id.startsWith(prefix)) return undefined
  const plain = withoutPeers(id.slice(prefix.length))
  const at = plain.indexOf('@', 1)
  return at < 0 ? undefined : { name: plain.slice(0, at), version: plain.slice(at + 1) }
}

/** `name@1.0.0(peer@2.0.0)`; the ref of an alias is a whole id. */
const ninth: PnpmFormat = {
  hasSnapshots: true,
  idOf(name, ref) {
    const isWhole = ref.startsWith('@') || withoutPeers(ref).includes('@')
    return isWhole ? ref : `${name}@${ref}`
  },
  identify: (id) => identifyAt(id, ''),
  pinOf: withoutPeers,
}

/** `/name@1.0.0(peer@2.0.0)` */
const sixth: PnpmFormat = {
  hasSnapshots: false,
  idOf: (name, ref) => (ref.startsWith('/') ? ref : `/${name}@${ref}`),
  identify: (id) => identifyAt(id, '/'),
  pinOf: (id) => id,
}

/** `/name/1.0.0_peer@2.0.0` */
const fifth: PnpmFormat = {
  hasSnapshots: false,
  idOf: (name, ref) => (ref.startsWith('/') ? ref : `/${name}/${ref}`),
  identify(id) {
    if (!id.startsWith('/')) return undefined
    const parts = id.slice(1).split('/')
    const count = id.startsWith('/@') ? 2 : 1
    const version = parts[count]?.split('_', 1)[0]
    return version === undefined ? undefined : { name: parts.slice(0, count).join('/'), version }
  },
  pinOf: (id) => id,
}

export const pnpmFormats: ReadonlyMap<string, PnpmFormat> = new Map([
  ['9.0', ninth],
  ['6.0', sixth],
  ['6.1', sixth],
  ['5.4', fifth],
  ['5.3', fifth],
])
