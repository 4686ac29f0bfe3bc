import {
  formatSubnet,
  fromNumber,
  nthAddress,
  parseSubnet,
  sizeOf,
  toNumber,
} from '#kit/net/subnet.ts'

/** Addresses of a group: 1,022, of which one is the hub's. */
const groupBits = 22

/** The first address of a group's subnet: the hub, at every server. */
export const hubOf = (network: string): string => nthAddress(parseSubnet(network), 1)

/**
 * The next free address behind the last one that was given out, from the beginning after the end: an address is not given
 * to somebody else soon after it was released.
 */
export function nextAddress(
  network: string,
  last: string,
  used: ReadonlySet<string>,
): string | undefined {
  const subnet = parseSubnet(network)
  const first = toNumber(subnet.address) + 2
  const count = sizeOf(subnet) - 3
  const start = toNumber(last) + 1 - first
  for (let tried = 0; tried < count; tried++) {
    const address = fromNumber(first + ((start + tried + count) % count))
    if (!used.has(address)) return address
  }
  return undefined
}

/** A free subnet of the operator's range, by chance. */
export function chooseNetwork(
  range: string,
  used: readonly string[],
  draw: (below: number) => number,
): string | undefined {
  const whole = parseSubnet(range)
  const size = sizeOf({ bits: groupBits })
  const taken = new Set(used)
  const candidates = Array.from({ length: sizeOf(whole) / size }, (_, place) =>
    formatSubnet({ address: nthAddress(whole, place * size), bits: groupBits }),
  ).filter((network) => !taken.has(network))
  return candidates[draw(Math.max(candidates.length, 1))]
}
