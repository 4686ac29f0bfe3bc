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

export function flavorNamed(name: string): Flavor {
  const flavor = findFlavor(name)
  if (!flavor) throw new Error(`no flavor is called ${name}`)
  return flavor
}
