import catalogue from './node-versions.json' with { type: 'json' }

/** The releases of Node that the catalogue knows for a processor, in Node's word for it; oldest first. */
export function nodeVersions(arch: string = process.arch): readonly string[] {
  return new Map<string, readonly string[]>(Object.entries(catalogue.node)).get(arch) ?? []
}
