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

/** The documentation of two versions, read with a keyboard and without scripts. */
let folder: Awaited<ReturnType<typeof mkdtempDisposable>>
let api: TestApi
let browser: Browser
let tab: ConsoleTab

before(async () => {
  folder = await mkdtempDisposable(join(tmpdir(), 'berth-docs-'))
  const out = join(folder.path, 'dist')
  ;[browser] = await Promise.all([Browser.start(), buildSite({ root, out })])
  await buildSite({ root, out, version: '99.0.0' })
  api = await openTestApi({ docsFiles: openDocs(out) })
  tab = await ConsoleTab.open(browser, { addresses: { api: api.url } }, api.account, '/docs')
})
after(async () => {
  await tab?.[Symbol.asyncDispose]()
  await browser?.[Symbol.asyncDispose]()
  await api?.[Symbol.asyncDispose]()
  await folder?.[Symbol.asyncDispose]()
})

test('documentation: of two versions the switch leads to the same page, and the other one says so', async () => {
  await tab.goTo('/docs/guides/console.html')
  const { page } = tab
  await page.locator('.versions summary').click()
  await page.locator('.versions a', { hasText: '99.0.0' }).click()
  await page.waitForURL(/\/docs\/v99\.0\.0\/guides\/console\.html$/)
  await tab.sees('This page is about version 99.0.0.')
  await tab.audit('docs-version')
})

test('documentation: without scripts there are navigation, contents, all pages, versions and a menu', async () => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  try {
    const page = await context.newPage()
    await page.goto(new URL('/docs/', api.url).href)
    await page.locator('main').getByRole('link', { name: 'A first deployment' }).click()
    await page.locator('.navigation [aria-current]', { hasText: 'A first deployment' }).waitFor()
    await page.locator('.toc a', { hasText: 'Deploy' }).first().click()
    assert.match(page.url(), /first-deployment\.html#\S*deploy/)
    assert.ok((await page.locator('pre .c-comment').count()) > 0, 'code has colours')
    assert.equal(await page.locator('input, button').count(), 0, 'nothing that would not work')

    await page.locator('.search').getByRole('link', { name: 'All pages' }).click()
    await page.locator('main').getByRole('link', { name: 'A domain of yours', exact: true }).click()
    assert.match(page.url(), /guides\/domains\.html#a-domain-of-yours$/)

    await page.setViewportSize({ width: 390, height: 800 })
    await page.getByRole('link', { name: 'Menu', exact: true }).click()
    await page.locator('.navigation summary', { hasText: 'Operators' }).click()
    await page.locator('.navigation').getByRole('link', { name: 'Installing Berth' }).click()
    await page.locator('h1', { hasText: 'Installing Berth' }).waitFor()
    await page.getByRole('link', { name: 'all versions' }).click()
    await page.getByRole('link', { name: '99.0.0' }).click()
    await page.waitForURL(/\/docs\/v99\.0\.0\/index\.html$/)
  } finally {
    await context.close()
  }
})

test('documentation: a keyboard skips to the content, code is copied without prompts and output', async () => {
  await tab.goTo('/docs/runtimes/javascript.html')
  const { page } = tab
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.keyboard.press('Tab')
  assert.equal(await page.evaluate('document.activeElement.textContent'), 'Skip to the content')
  await page.keyboard.press('Enter')
  assert.match(page.url(), /#content$/)
  await page.locator('.code:has([data-language=console]) .copy').first().click()
  await page.locator('.copy', { hasText: 'Copied' }).waitFor()
  assert.equal(await page.evaluate('navigator.clipboard.readText()'), 'berth recipe .\n')
  await tab.audit('docs-runtime')
})
