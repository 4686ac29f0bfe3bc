const pauses = [250, 1_000, 3_000]

/**
 * Loads the script of a page, again after a pause if that fails: a network that is gone for a moment must not cost the page.
 * `recover` waits and repairs what the failure has left.
 */
export async function loadPage<Module>(
  load: () => Promise<Module>,
  recover: (error: unknown, pause: number) => Promise<void>,
): Promise<Module> {
  for (const pause of pauses) {
    try {
      return await load()
    } catch (error) {
      await recover(error, pause)
    }
  }
  return load()
}
