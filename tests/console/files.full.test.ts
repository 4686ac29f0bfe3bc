import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Browser } from '#tests/support/browser/browser.ts'
import { ConsoleTab } from '#tests/support/console/console-tab.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'

let berth: TestBerth
let browser: Browser
before(async () => {
  ;[berth, browser] = await Promise.all([TestBerth.lease(), Browser.start()])
})
after(async () => {
  await browser?.[Symbol.asyncDispose]()
  await berth?.[Symbol.asyncDispose]()
})

test('files: are uploaded, opened by folder, downloaded and removed in the console', async () => {
  const { client, admin } = berth
  const ownerId = admin.organisationId
  const { id } = await client.addons.order(ownerId, {
    name: 'files',
    providerId: 'fs-bucket',
    region: 'par',
  })
  const bucket = { id, ownerId }
  const read = async (offset: number) => new TextEncoder().encode('inside'.slice(offset))
  await client.files.put(bucket, { path: 'up/in.txt', draftId: crypto.randomUUID(), read })

  await using tab = await ConsoleTab.open(
    browser,
    berth,
    admin,
    `/organisations/${ownerId}/addons/${id}/files`,
  )
  const { page } = tab
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  await tab.audit('files')
  await button('up/').click()
  await page.getByText('in.txt', { exact: true }).waitFor({ timeout: 300_000 })
  const buffer = Buffer.alloc(9 * 1024 * 1024, 'x')
  const file = { name: 'phöto 1.txt', mimeType: 'text/plain', buffer }
  await page.getByLabel('Upload files').first().setInputFiles([file])
  await page.getByText('phöto 1.txt', { exact: true }).waitFor({ timeout: 300_000 })
  const { entries } = await client.files.list(bucket, { path: 'up' })
  assert.deepEqual(
    entries.map(({ name, size }) => [name, size]),
    [
      ['in.txt', 6],
      ['ph%C3%B6to 1.txt', buffer.length],
    ],
  )

  const [download] = await Promise.all([
    page.waitForEvent('download', { timeout: 300_000 }),
    button('Download in.txt').click(),
  ])
  assert.equal(download.suggestedFilename(), 'in.txt')

  await button('Remove in.txt').click()
  const dialog = page.getByRole('dialog')
  await tab.audit('remove-file')
  await dialog.getByRole('button', { name: 'Remove in.txt' }).click()
  await page.getByText('in.txt is removed.').waitFor({ timeout: 300_000 })
  assert.equal((await client.files.list(bucket, { path: 'up' })).entries.length, 1)
})
