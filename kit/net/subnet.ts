/** A range of IPv4 addresses: those that equal `address` in the first `bits` bits. */
export interface Subnet {
  address: string
  bits: number
}

export function overlaps(one: Subnet, other: Subnet): boolean {
  const size = 2 ** (32 - Math.min(one.bits, other.bits))
  return Math.floor(toNumber(one.address) / size) === Math.floor(toNumber(other.address) / size)
}

/** The n-th address of a subnet, from 0. */
export const nthAddress = ({ address }: Pick<Subnet, 'address'>, place: number) =>
  fromNumber(toNumber(address) + place)

/** Number of addresses of a subnet, with its network and broadcast addresses. */
export const sizeOf = ({ bits }: Pick<Subnet, 'bits'>) => 2 ** (32 - bits)

/** Reads `10.1.0.0/16`, which must be one. */
export function parseSubnet(text: string): Subnet {
  const [address = '', bits] = text.split('/')
  return { address, bits: Number(bits) }
}

export const formatSubnet = ({ address, bits }: Subnet) => `${address}/${bits}`

export const toNumber = (address: string) =>
  address.split('.').reduce((number, part) => number * 256 + Number(part), 0)

export const fromNumber = (number: number) =>
  [24, 16, 8, 0].map((shift) => Math.floor(number / 2 ** shift) % 256).join('.')
