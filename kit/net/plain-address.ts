/** An address of IPv4 as such, also where a socket of IPv6 has wrapped it. */
export const plainAddress = (address: string): string =>
  address.startsWith('::') ? address.replace(/^::ffff:(?=\d+\.)/i, '') : address
