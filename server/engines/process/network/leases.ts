import { readFile, rename, writeFile } from 'node:fs/promises'
import { isDeepStrictEqual } from 'node:util'
import type { PortAccess } from '#platform/deployments/engine.ts'
import { nthAddress, placeOf, roomOf, type Subnet } from './subnet.ts'

/** Which address belongs to which id, kept in a file together with the subnet that they are of. */
export interface Leases {
  readonly subnet: Subnet | undefined
  settle(subnet: Subnet): Promise<void>
  find(id: string): string | undefined
  /** An address for the id: the one it has, else the wanted one if it is free, else the next free one. */
  choose(id: string, wanted?: string): string
  keep(id: string, address: string): Promise<void>
  release(id: string): Promise<void>
  releaseOthers(ids: string[]): Promise<void>
  /** The ports of this machine that the id may reach. */
  letReach(id: string, ports: readonly PortAccess[]): Promise<void>
  ways(): Way[]
}

/** From an address to a port of this machine. */
export interface Way extends PortAccess {
  address: string
}

interface Kept {
  subnet?: Subnet
  addresses: Record<string, string>
  /** Earlier versions had numbers of ports alone. */
  reaches?: Record<string, readonly (PortAccess | number)[]>
}

export async function openLeases(path: string): Promise<Leases> {
  const text = await readFile(path, 'utf8').catch(() => '{"addresses":{}}')
  const kept = JSON.parse(text) as Kept
  const reaches = Object.fromEntries(
    Object.entries(kept.reaches ?? {}).map(([id, ports]) => [id, ports.map(withLimit(id))]),
  )
  kept.reaches = reaches
  let cursor = 0

  const save = async () => {
    await writeFile(`${path}.new`, JSON.stringify(kept), { mode: 0o600 })
    await rename(`${path}.new`, path)
  }

  return {
    get subnet() {
      return kept.subnet
    },
    async settle(subnet) {
      kept.subnet = subnet
      await save()
    },
    find: (id) => kept.addresses[id],
    choose(id, wanted) {
      const { subnet } = kept
      if (!subnet) throw new Error('no subnet was chosen yet')
      const held = kept.addresses[id]
      if (held && placeOf(subnet, held)) return held
      const taken = new Set(Object.values(kept.addresses))
      if (wanted && placeOf(subnet, wanted) && !taken.has(wanted)) return wanted
      for (let tries = 0; tries < roomOf(subnet); tries++) {
        // The next one rather than the lowest: an address is not given to another as soon as it is free.
        cursor = (cursor + 1) % roomOf(subnet)
        const address = nthAddress(subnet, cursor + 2)
        if (!taken.has(address)) return address
      }
      throw new Error('every address of the subnet is in use')
    },
    async keep(id, address) {
      kept.addresses[id] = address
      await save()
    },
    async release(id) {
      delete kept.addresses[id]
      delete reaches[id]
      // On a full disk room is made by what is released: a lease too many in the file does no harm.
      await save().catch(() => {})
    },
    async releaseOthers(ids) {
      for (const id of Object.keys(kept.addresses)) {
        if (!ids.includes(id)) delete kept.addresses[id]
      }
      for (const id of Object.keys(reaches)) if (!ids.includes(id)) delete reaches[id]
      await save()
    },
    async letReach(id, ports) {
      if (isDeepStrictEqual(reaches[id] ?? [], ports)) return
      if (ports.length > 0) reaches[id] = [...ports]
      else delete reaches[id]
      await save()
    },
    ways: () =>
      Object.entries(reaches).flatMap(([id, ports]) => {
        const address = kept.addresses[id]
        return address === undefined ? [] : ports.map((access) => ({ ...access, address }))
      }),
  }
}

/** Until the platform says more, an instance is an account of its own. */
const withLimit =
  (account: string) =>
  (access: PortAccess | number): PortAccess =>
    typeof access === 'number' ? { port: access, account, maxConnections: 128 } : access
