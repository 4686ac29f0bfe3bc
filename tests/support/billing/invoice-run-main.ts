import { createVault } from '#kit/crypto/vault.ts'
import { runInvoices } from '#platform/billing/invoices/issue-invoices.ts'
import { openShop } from './shop.ts'

/**
 * A run of invoices that kills itself: `invoice-run-main.ts DATABASE KEY NOW mail|clock COUNT`. A mail is queued in the
 * middle of an invoice's transaction; the clock is read in and between them.
 */
const [path = '', key = '', now = '0', point, count = '0'] = process.argv.slice(2)
let left = Number(count)
const die = () => {
  left -= 1
  if (left === 0) process.kill(process.pid, 'SIGKILL')
}
const shop = await openShop({ now: Number(now), path, vault: createVault(Buffer.from(key, 'hex')) })
shop.onMail = () => {
  if (point === 'mail') die()
}
const clock = () => {
  if (point === 'clock') die()
  return Number(now)
}
await runInvoices({ ...shop.platform, clock }, Number(now))
await shop.store.close()
