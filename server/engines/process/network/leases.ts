import { readFile, rename, writeFile } from 'node:fs/promises'
import { isDeepStrictEqual } from 'node:util'
import { ignoreDiskProblem } from '#kit/files/disk-full.ts'
import { nthAddress, type Subnet } from '#kit/net/subnet.ts'
import type { PortAccess } from '#platform/model/marketplace/port-access.ts'
import { placeOf, poolOf, type Tenant } from './subnet.ts'

/** Address leases by id, stored in a file together with their subnet. */
export interface Leases {
  readonly subnet: Subnet | undefined
  settle(subnet: Subnet): Promise<void>
  find(id: string): string | undefined
  /** An address for the id: its current one, else the wanted one if free, else the next free one. */
  choose(id: string, tenant: Tenant, wanted?: string): string
  all(): Lease[]
  keep(lease: Lease): Promise<void>
  release(id: string): Promise<void>
  releaseOthers(ids: string[]): Promise<void>
  /** Sets the ports of this machine that the id may reach. */
  allowEgress(id: string, ports: readonly PortAccess[]): Promise<void>
  /** All access rules, including those of ids that are about to get these addresses. */
  ways(coming?: readonly Lease[]): Way[]
}

/** Address of an id, and the owner whose flows are counted together. */
export interface Lease {
  id: string
  address: string
  owner: string
}

/** Access from an address to a port of this machine. */
export interface Way extends PortAccess {
  address: string
}

interface Kept {
  subnet?: Subnet
  addresses: Record<string, string>
  /** Absent in earlier versions, as are the owners of their leases. */
  owners?: Record<string, string>
  /** Earlier versions stored port numbers only. */
  reaches?: Record<string, readonly (PortAccess | number)[]>
}

export async function openLeases(path: string): Promise<Leases> {
  const text = await readFile(path, 'utf8').catch(() => '{"addresses":{}}')
  const kept = JSON.parse(text) as Kept
  const reaches = Object.fromEntries(
    Object.entries(kept.reaches ?? {}).map(([id, ports]) => [id, ports.map(withLimit(id))]),
  )
  kept.reaches = reaches
  const owners = kept.owners ?? {}
  kept.owners = owners
  const cursor: Record<Tenant, number> = { instance: 0, build: 0 }

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
    all: () =>
      Object.entries(kept.addresses).map(([id, address]) => ({
        id,
        address,
        owner: owners[id] ?? id,
      })),
    choose(id, tenant, wanted) {
      const { subnet } = kept
      if (!subnet) throw new Error('no subnet was chosen yet')
      const { first, count } = poolOf(subnet, tenant)
      const isUsable = (address: string) => {
        const place = placeOf(subnet, address) ?? -1
        return place >= first && place < first + count
      }
      const held = kept.addresses[id]
      if (held && isUsable(held)) return held
      const taken = new Set(Object.values(kept.addresses))
      if (wanted && isUsable(wanted) && !taken.has(wanted)) return wanted
      for (let tries = 0; tries < count; tries++) {
        // The next address rather than the lowest, so that a released one is not reused at once.
        cursor[tenant] = (cursor[tenant] + 1) % count
        const address = nthAddress(subnet, first + cursor[tenant])
        if (!taken.has(address)) return address
      }
      throw new Error('every address of the subnet is in use')
    },
    async keep({ id, address, owner }) {
      kept.addresses[id] = address
      owners[id] = owner
      await save()
    },
    async release(id) {
      delete kept.addresses[id]
      delete owners[id]
      delete reaches[id]
      // On a full disk, releasing frees space, and a stale lease in the file does no harm.
      await save().catch(() => {})
    },
    async releaseOthers(ids) {
      for (const record of [kept.addresses, owners, reaches]) {
        for (const id of Object.keys(record)) if (!ids.includes(id)) delete record[id]
      }
      await save().catch(ignoreDiskProblem)
    },
    async allowEgress(id, ports) {
      if (isDeepStrictEqual(reaches[id] ?? [], ports)) return
      if (ports.length > 0) reaches[id] = [...ports]
      else delete reaches[id]
      await save()
    },
    ways: (coming = []) =>
      Object.entries(reaches).flatMap(([id, ports]) => {
        const address = kept.addresses[id] ?? coming.find((lease) => lease.id === id)?.address
        return address === undefined ? [] : ports.map((access) => ({ ...access, address }))
      }),
  }
}

/** Until the platform sets an account, an instance counts as its own account. */
const withLimit =
  (account: string) =>
  (access: PortAccess | number): PortAccess =>
    typeof access === 'number' ? { port: access, account, maxConnections: 128 } : access
