import type { Locator, Page, Request } from 'playwright-core'
import { until } from '#kit/concurrency/timeout.ts'

/** Whether Chromium gave something up because the network of the machine has changed. */
export const isNetworkChange = (text: string): boolean => networkChanged.test(text)

const networkChanged = /ERR_NETWORK_CHANGED|interrupted by another navigation to "chrome-error:/

/**
 * Opens an address, and waits for what it is to show; again when Chromium has given it or a part of it up, which it does whenever a
 * network interface of the machine comes or goes, as those of sandboxes beside it do.
 */
export async function loadPage(page: Page, address: string, shown?: Locator): Promise<void> {
  const load = async () => {
    const lost = Promise.withResolvers<false>()
    const onFailed = (request: Request) => {
      if (isNetworkChange(request.failure()?.errorText ?? '')) lost.resolve(false)
    }
    page.on('requestfailed', onFailed)
    try {
      await page.goto(address)
      const seen = shown?.waitFor().then(() => true)
      // It goes on waiting when the page is opened again.
      seen?.catch(() => {})
      return await Promise.race([seen ?? true, lost.promise])
    } catch (error) {
      if (isNetworkChange(String(error))) return false
      throw error
    } finally {
      page.off('requestfailed', onFailed)
    }
  }
  await until(load, { timeout: 300_000, every: 100, what: address })
}
