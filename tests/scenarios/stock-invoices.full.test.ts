import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { testInvoice } from '#tests/support/billing/test-invoice.ts'
import { openTestApi } from '#tests/support/platform/api.ts'
import { runCommand } from '#tests/support/platform/command.ts'
import { stockCommand } from '#tests/support/stock-client/stock-client.ts'

test('stock client: curl downloads an invoice at the path that its help names', async () => {
  await using api = await openTestApi()
  const folder = await mkdtemp(join(tmpdir(), 'berth-stock-invoices-'))
  try {
    const { organisationId, consumerKey, consumerSecret, token, secret } = api.account
    const { number } = await api.platform.store.invoices.add(testInvoice(organisationId))
    const env = {
      PATH: process.env.PATH,
      HOME: folder,
      NO_UPDATE_NOTIFIER: '1',
      API_HOST: api.url,
      OAUTH_CONSUMER_KEY: consumerKey,
      OAUTH_CONSUMER_SECRET: consumerSecret,
      CLEVER_TOKEN: token,
      CLEVER_SECRET: secret,
    }
    const curl = (path: string) =>
      runCommand(stockCommand('curl', '--silent', '--fail', `${api.url}${path}`), {
        cwd: folder,
        env,
      })
    const owner = `/v4/billing/organisations/${organisationId}`
    for (const path of [`${owner}/${number}.pdf`, `${owner}/invoices/${number}.pdf`]) {
      const { code, stdout, output } = await curl(path)
      assert.equal(code, 0, output)
      assert.ok(stdout.startsWith('%PDF-'))
    }
    const { stdout } = await curl(`${owner}/invoices`)
    assert.equal(JSON.parse(stdout)[0].invoice_number, number)
  } finally {
    await rm(folder, { recursive: true })
  }
})
