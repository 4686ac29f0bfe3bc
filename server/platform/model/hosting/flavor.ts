/** An instance size. */
export interface Flavor {
  name: string
  memoryMegabytes: number
  cpus: number
}

/** Sorted from smallest to largest. */
export const flavors: readonly Flavor[] = [
  { name: 'pico', memoryMegabytes: 256, cpus: 1 },
  { name: 'nano', memoryMegabytes: 512, cpus: 1 },
  { name: 'XS', memoryMegabytes: 1024, cpus: 1 },
  { name: 'S', memoryMegabytes: 2048, cpus: 2 },
  { name: 'M', memoryMegabytes: 4096, cpus: 4 },
  { name: 'L', memoryMegabytes: 8192, cpus: 6 },
  { name: 'XL', memoryMegabytes: 16_384, cpus: 8 },
  { name: '2XL', memoryMegabytes: 24_576, cpus: 12 },
  { name: '3XL', memoryMegabytes: 32_768, cpus: 16 },
]

/** Case-insensitive, because clients send `xs`. */
export function findFlavor(name: string): Flavor | undefined {
  return flavors.find((flavor) => flavor.name.toLowerCase() === name.toLowerCase())
}

/** Position in the catalogue, by which flavors are compared. */
export const rankOf = (name: string): number => flavors.findIndex((flavor) => flavor.name === name)

/** Flavors from one to another, both included; empty when the first one is the larger. */
export const flavorsBetween = (min: string, max: string): readonly Flavor[] =>
  flavors.slice(rankOf(min), rankOf(max) + 1)

/** The smaller of two flavors. */
export const smallerFlavor = (one: string, other: string): string =>
  rankOf(one) <= rankOf(other) ? one : other

/** The larger of two flavors. */
export const largerFlavor = (one: string, other: string): string =>
  rankOf(one) >= rankOf(other) ? one : other

export function flavorNamed(name: string): Flavor {
  const flavor = findFlavor(name)
  if (!flavor) throw new Error(`no flavor is called ${name}`)
  return flavor
}
