import type { Resource } from './resource.ts'

/** Store of a provider's resources. An acknowledged `save` survives a restart. */
export interface Ledger {
  byAddon(addonId: string): Promise<Resource | undefined>
  byId(id: string): Promise<Resource | undefined>
  /** Stores a resource, replacing the record of its add-on. */
  save(resource: Resource): Promise<void>
  all(): Promise<Resource[]>
}

/** In-memory store, for trying out. */
export function memoryLedger(known: Iterable<Resource> = []): Ledger {
  const resources = new Map<string, Resource>()
  const ids = new Map<string, string>()
  const keep = (resource: Resource) => {
    resources.set(resource.addonId, structuredClone(resource))
    ids.set(resource.id, resource.addonId)
  }
  for (const resource of known) keep(resource)
  const find = (addonId: string | undefined) =>
    addonId === undefined ? undefined : structuredClone(resources.get(addonId))
  return {
    byAddon: async (addonId) => find(addonId),
    byId: async (id) => find(ids.get(id)),
    save: async (resource) => keep(resource),
    all: async () => [...resources.values()].map((resource) => structuredClone(resource)),
  }
}
