import assert from 'node:assert/strict'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { buildSite } from '#docs/site/build-site.ts'
import { root } from '#tests/laws/source-tree.ts'
import { Browser } from '#tests/support/browser/browser.ts'
import { ConsoleTab } from '#tests/support/console/console-tab.ts'
import { openTestApi, type TestApi } from '#tests/support/platform/api.ts'
import { openDocs } from '#wiring/docs/open-docs.ts'

/** A reader of the documentation that a platform serves. */
let folder: Awaited<ReturnType<typeof mkdtempDisposable>>
let api: TestApi
let browser: Browser
let tab: ConsoleTab

before(async () => {
  folder = await mkdtempDisposable(join(tmpdir(), 'berth-docs-'))
  const out = join(folder.path, 'dist')
  ;[browser] = await Promise.all([Browser.start(), buildSite({ root, out })])
  api = await openTestApi({ docsFiles: openDocs(out) })
  tab = await ConsoleTab.open(browser, { addresses: { api: api.url } }, api.account, '/docs')
})
after(async () => {
  await tab?.[Symbol.asyncDispose]()
  await browser?.[Symbol.asyncDispose]()
  await api?.[Symbol.asyncDispose]()
  await folder?.[Symbol.asyncDispose]()
})

test('documentation: a reader goes by audience, contents and next page, on a phone and in the dark', async () => {
  assert.equal(await tab.heading(), 'Documentation of Berth')
  await tab.audit('docs-start')
  await tab.page.locator('main').getByRole('link', { name: 'A first deployment' }).click()
  await tab.page.waitForURL(/\/docs\/guides\/first-deployment\.html$/)
  await tab.audit('docs-guide')
  await tab.page.locator('.neighbours [rel=next]').click()
  await tab.sees('The console')
  const contents = tab.page.locator('.toc a').first()
  await contents.click()
  const anchor = (await contents.getAttribute('href')) ?? ''
  assert.ok(tab.page.url().endsWith(anchor))
  await tab.page.setViewportSize({ width: 360, height: 800 })
  await tab.page.getByRole('link', { name: 'Menu', exact: true }).click()
  await tab.page.getByRole('link', { name: 'Close the menu' }).waitFor()
  await tab.page.setViewportSize({ width: 1280, height: 800 })
})

test('documentation: its pages are listed for the palette of the console, in reading order', async () => {
  const answer = await api.ask(`${api.url}/docs/pages.json`)
  const pages = (await answer.json()) as { address: string; title: string; section: string }[]
  const addresses = pages.map(({ address }) => address)
  const [first, console] = ['guides/first-deployment.html', 'guides/console.html'].map((address) =>
    addresses.indexOf(address),
  )
  assert.ok(first !== undefined && console !== undefined && first >= 0 && console > first)
  assert.deepEqual(pages[console], {
    address: 'guides/console.html',
    title: 'The console',
    section: 'Users',
  })
})

test('documentation: the search is reached by / and finds passages of all pages', async () => {
  await tab.goTo('/docs/guides/console.html')
  const { page } = tab
  await page.keyboard.press('/')
  await page.keyboard.type('BERTH_BIND')
  await page.locator('.results a').first().waitFor()
  await tab.audit('docs-search')
  await page.locator('#search-words').fill('/v4/berth/session csrf')
  const hit = page.locator('.results a', { hasText: '/v4/berth/session' }).first()
  await hit.waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/docs\/.+#/)
})

test('documentation: whoever is logged in tries an operation; what changes something asks first', async () => {
  await tab.goTo('/docs/api/account.html')
  const { page } = tab
  const operation = (id: string) =>
    page.locator('section.operation', { has: page.locator(`#${id}`) })
  const read = operation('get-v2-self')
  await read.locator('summary').click()
  await read.getByRole('button', { name: 'Send GET' }).click()
  await read.locator('.answer', { hasText: api.account.email }).waitFor()
  await tab.audit('docs-api')

  const missing = operation('delete-v2-self-tokens-token')
  await missing.locator('summary').click()
  await missing.getByLabel('token').fill('nothing')
  page.once('dialog', (dialog) => void dialog.accept())
  await missing.getByRole('button', { name: 'Send DELETE' }).click()
  await missing.locator('.answer strong', { hasText: /^4\d\d/ }).waitFor()
  await missing.locator('.answer pre', { hasText: '"message"' }).waitFor()
  tab.forget(/40\d/)

  const change = operation('put-v2-self')
  await change.locator('summary').click()
  await change.getByLabel('Body').fill('{"name":"Ada Reader"}')
  const nameNow = async () => (await api.platform.store.users.findByEmail(api.account.email))?.name
  const before = await nameNow()
  page.once('dialog', (dialog) => void dialog.dismiss())
  await change.getByRole('button', { name: 'Send PUT' }).click()
  assert.equal(await nameNow(), before)
  page.once('dialog', (dialog) => void dialog.accept())
  await change.getByRole('button', { name: 'Send PUT' }).click()
  await change.locator('.answer strong', { hasText: '200' }).waitFor()
  assert.equal(await nameNow(), 'Ada Reader')
})
