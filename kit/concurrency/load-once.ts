/**
 * Memoizes a load. One that fails is tried again by the next caller: packages that are loaded when they are first needed
 * are away while `npm ci` runs.
 */
export function loadOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined
  return () => {
    loaded ??= load().catch((error) => {
      loaded = undefined
      throw error
    })
    return loaded
  }
}
