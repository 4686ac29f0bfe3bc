import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { PushedApplication } from '#tests/support/applications/pushed-application.ts'
import { Browser } from '#tests/support/browser/browser.ts'
import { ConsoleTab } from '#tests/support/console/console-tab.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'
import { type DnsServer, startDnsServer } from '#tests/support/servers/dns-server.ts'

/** Domains of an application in the console: what the DNS says, and the records for the DNS host. */
let dns: DnsServer
let berth: TestBerth
let browser: Browser
let tab: ConsoleTab

before(async () => {
  dns = await startDnsServer()
  ;[berth, browser] = await Promise.all([
    TestBerth.lease({
      BERTH_DNS_SERVERS: dns.address,
      BERTH_PUBLIC_ADDRESSES: '192.0.2.10,192.0.2.11',
      BERTH_PUBLIC_NAME: 'visitors.example.net',
    }),
    Browser.start(),
  ])
  const shop = await PushedApplication.create(berth, 'shop', 'hello')
  await berth.client.domains.add(shop.record, 'example.org')
  const { admin } = berth
  const address = `/organisations/${admin.organisationId}/applications/${shop.record.id}/domains`
  tab = await ConsoleTab.open(browser, berth, admin, address, {
    permissions: ['clipboard-read', 'clipboard-write'],
  })
})
after(async () => {
  await tab?.[Symbol.asyncDispose]()
  await browser?.[Symbol.asyncDispose]()
  await berth?.[Symbol.asyncDispose]()
  await dns?.[Symbol.asyncDispose]()
})

const setup = () => tab.page.getByRole('region', { name: 'Set up a domain' })
const record = (name: string) => setup().getByRole('listitem', { name, exact: true })
const copied = () => tab.page.evaluate<string>('navigator.clipboard.readText()')

test('domains: a domain without records says so, with the records for the DNS host that serves its zone', async () => {
  dns.records.set('example.org NS', ['anna.ns.cloudflare.com'])
  await setup().getByText('no records', { exact: true }).first().waitFor()
  const { page } = tab
  await setup().getByRole('button', { name: 'Check again' }).click()
  await setup().getByText('Found by its name servers: Cloudflare.').waitFor()
  await record('Record 1: CNAME').getByText('visitors.example.net', { exact: true }).waitFor()
  await record('Record 1: CNAME').getByText('DNS only').waitFor()
  await setup().getByRole('button', { name: 'Copy Record 1: CNAME, Target' }).click()
  assert.equal(await copied(), 'visitors.example.net')
  await tab.audit('domain-without-records')

  await setup().getByLabel('DNS host').selectOption('Amazon Route 53')
  await page.waitForURL(/dns-host=route53/)
  await record('Record 2: A').getByText('192.0.2.11', { exact: true }).waitFor()
  await record('Record 2: A').getByText('leave empty').waitFor()
  await setup().getByLabel('DNS host').selectOption('BIND zone file')
  await setup().getByText('example.org. 300 IN A 192.0.2.10').waitFor()
  await tab.audit('domain-zone-file')
})

test('domains: by keyboard, a check again finds the wrong record, and then that all is right', async () => {
  const { page } = tab
  dns.records.set('example.org A', ['192.0.2.10', '198.51.100.7'])
  const again = setup().getByRole('button', { name: 'Check again' })
  // The platform does not look twice within seconds.
  for (const wanted of ['example.org A 198.51.100.7', 'leads here']) {
    await again.focus()
    const shown = setup().getByText(wanted, { exact: true }).first()
    while (!(await shown.isVisible())) {
      await page.keyboard.press('Enter')
      await page.waitForTimeout(500)
    }
    assert.equal(await page.evaluate('document.activeElement.innerText'), 'Check again')
    if (wanted !== 'leads here') await tab.audit('domain-elsewhere')
    dns.records.set('example.org A', ['192.0.2.10', '192.0.2.11'])
  }
  await page.getByRole('table', { name: 'Domains' }).getByText('leads here').waitFor()
  await tab.audit('domain-right')
})

test('domains: a new domain is set up from its row, by keyboard', async () => {
  const { page } = tab
  await page.getByRole('textbox', { name: 'Domain' }).fill('www.example.org')
  await page.keyboard.press('Enter')
  const button = page.getByRole('button', { name: /^Records of www\.example\.org/ })
  await button.waitFor()
  await button.focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(/domain=www\.example\.org/)
  await setup().locator('h2:focus').waitFor()
  // The chosen DNS host stays.
  await setup().getByText('www.example.org. 300 IN CNAME visitors.example.net.').waitFor()
})
