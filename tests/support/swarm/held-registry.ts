import { openRegistryProxy, type RegistryProxy } from './registry-proxy.ts'

/** A registry behind a proxy that can hold a request back. */
export interface HeldRegistry extends RegistryProxy {
  /** Holds the next upload of a manifest, which ends the push of an image; resolves once it has come. */
  holdManifest(): Promise<void>
}

export async function openHeldRegistry(registry: string): Promise<HeldRegistry> {
  let held: (() => void) | undefined
  const proxy = await openRegistryProxy(registry, ({ method, url = '' }) => {
    if (!held || method !== 'PUT' || !/\/manifests\//.test(url)) return false
    held()
    held = undefined
    return true
  })
  return {
    ...proxy,
    holdManifest: () =>
      new Promise((resolve) => {
        held = resolve
      }),
  }
}
