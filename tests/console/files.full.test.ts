import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { fileName } from '#protocol/files/file-path.ts'
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
  await page.getByText('in.txt', { exact: true }).waitFor({ timeout: 60_000 })
  const buffer = Buffer.alloc(9 * 1024 * 1024, 'x')
  const file = { name: 'phöto 1.txt', mimeType: 'text/plain', buffer }
  await page.getByLabel('Upload files').first().setInputFiles([file])
  await page.getByText('phöto 1.txt', { exact: true }).waitFor({ timeout: 60_000 })
  const { entries } = await client.files.list(bucket, { path: 'up' })
  assert.deepEqual(
    entries.map(({ name, size }) => [name, size]),
    [
      ['in.txt', 6],
      ['ph%C3%B6to 1.txt', buffer.length],
    ],
  )

  const [download] = await Promise.all([
    page.waitForEvent('download', { timeout: 60_000 }),
    button('Download in.txt').click(),
  ])
  assert.equal(download.suggestedFilename(), 'in.txt')

  await button('Remove in.txt').click()
  const dialog = page.getByRole('dialog')
  await tab.audit('remove-file')
  await dialog.getByRole('button', { name: 'Remove in.txt' }).click()
  await page.getByText('in.txt is removed.').waitFor({ timeout: 60_000 })
  assert.equal((await client.files.list(bucket, { path: 'up' })).entries.length, 1)
})

test('files: hostile names stay in their row, and a download that fails says why on the page', async () => {
  const { client, admin } = berth
  const ownerId = admin.organisationId
  const { id } = await client.addons.order(ownerId, {
    name: 'hostile',
    providerId: 'fs-bucket',
    region: 'par',
  })
  const bucket = { id, ownerId }
  const names = [
    '<img src=x onerror=alert(1)>',
    '\u202egnp.exe',
    'line\nfeed \x1b[31mred',
    '-rf',
    'x'.repeat(255),
    'שלום.txt',
    'gone.txt',
  ]
  const read = async (offset: number) => new TextEncoder().encode('inside'.slice(offset))
  for (const name of names)
    await client.files.put(bucket, { path: fileName(name), draftId: crypto.randomUUID(), read })
  const folder = 'W'.repeat(255)
  await client.files.put(bucket, { path: `${folder}/in`, draftId: crypto.randomUUID(), read })
  await using tab = await ConsoleTab.open(
    browser,
    berth,
    admin,
    `/organisations/${ownerId}/addons/${id}/files`,
  )
  const { page } = tab
  await page.getByText('gone.txt', { exact: true }).waitFor({ timeout: 60_000 })
  await page.getByText('%E2%80%AEgnp.exe', { exact: true }).waitFor()
  await page.getByText('line%0Afeed %1B[31mred', { exact: true }).waitFor()
  await tab.audit('hostile-files')

  await page.getByRole('button', { name: `${folder}/`, exact: true }).click()
  await page.getByText('in', { exact: true }).waitFor()
  await tab.audit('hostile-folder')
  await page.getByRole('button', { name: 'All files', exact: true }).click()

  await client.files.remove(bucket, 'gone.txt')
  await page.getByRole('button', { name: 'Download gone.txt', exact: true }).click()
  await page.getByText(/There is no such file/).waitFor({ timeout: 60_000 })
  // The address is there, and the file is not any more when it is asked for.
  await page.route('**/files/content?*', (route) =>
    route.fulfill({
      status: 503,
      json: { id: 503, message: 'Too much is going on.', type: 'error' },
    }),
  )
  await page.getByRole('button', { name: 'Download -rf', exact: true }).click()
  await page.getByText(/Too much is going on/).waitFor({ timeout: 60_000 })
  assert.match(page.url(), /\/files$/)
})
