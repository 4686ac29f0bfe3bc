import { fromNumber, overlaps, type Subnet, toNumber } from '#kit/net/subnet.ts'

const candidates = 1024
const subnetBits = 20

/** The first free of 1024 ranges inside 10.128.0.0/10, starting at an offset that differs by platform. */
export function chooseSubnet(seed: number, taken: Subnet[]): Subnet | undefined {
  for (let step = 0; step < candidates; step++) {
    const place = (seed + step) % candidates
    const address = fromNumber(toNumber('10.128.0.0') + place * 2 ** (32 - subnetBits))
    const subnet = { address, bits: subnetBits }
    if (!taken.some((other) => overlaps(subnet, other))) return subnet
  }
  return undefined
}

/** Index of the address in the subnet, or `undefined` when it belongs to another. */
export function placeOf({ address, bits }: Subnet, wanted: string): number | undefined {
  const place = toNumber(wanted) - toNumber(address)
  return place > 1 && place < 2 ** (32 - bits) - 1 ? place : undefined
}

/** Last quarter of a subnet, reserved for builds: the firewall recognises them by it. */
export const buildRange = ({ address, bits }: Subnet): Subnet => ({
  address: fromNumber(toNumber(address) + 3 * 2 ** (30 - bits)),
  bits: bits + 2,
})

export type Tenant = 'instance' | 'build'

/** Addresses available to tenants: without the network, bridge and broadcast addresses. */
export function poolOf({ bits }: Subnet, tenant: Tenant): { first: number; count: number } {
  const quarter = 2 ** (30 - bits)
  return tenant === 'instance'
    ? { first: 2, count: 3 * quarter - 2 }
    : { first: 3 * quarter, count: quarter - 1 }
}

/** Ranges in the kernel's route table (`/proc/net/route`), except those of one interface. */
export function parseRoutes(table: string, except: string): Subnet[] {
  return table
    .split('\n')
    .slice(1)
    .flatMap((line) => {
      const [name, address, , , , , , mask] = line.split('\t')
      if (!address || !mask || name === except || Number.parseInt(mask, 16) === 0) return []
      const bits = Number.parseInt(mask, 16).toString(2).replaceAll('0', '').length
      return [{ address: fromNumber(swap(address)), bits }]
    })
}

const swap = (hex: string) => Buffer.from(hex, 'hex').readUInt32LE()
