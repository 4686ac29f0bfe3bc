import type { Page } from 'playwright-core'
import { until } from '#kit/concurrency/timeout.ts'

/** Whether Chromium gave something up because the network of the machine has changed. */
export const isNetworkChange = (text: string): boolean => networkChanged.test(text)

const networkChanged = /ERR_NETWORK_CHANGED|interrupted by another navigation to "chrome-error:/

/**
 * Opens an address; again when Chromium has given it up, which it does whenever a network interface of the machine comes or goes, as
 * those of sandboxes beside it do.
 */
export async function loadPage(page: Page, address: string): Promise<void> {
  const load = async () => {
    try {
      await page.goto(address)
      return true
    } catch (error) {
      if (isNetworkChange(String(error))) return false
      throw error
    }
  }
  await until(load, { timeout: 60_000, every: 100, what: address })
}
