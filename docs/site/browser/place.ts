const { dataset } = document.documentElement

/** The root of this version of the site, and the folder with all versions. */
export const rootUrl = new URL(dataset.root ?? './', location.href)
export const topUrl = new URL(dataset.top ?? './', location.href)
export const version = dataset.version ?? ''

/** A file of JSON of the site, or `undefined` where there is none. */
export async function readJson<T>(url: URL): Promise<T | undefined> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(30_000) })
    return response.ok ? ((await response.json()) as T) : undefined
  } catch {
    return undefined
  }
}
