import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { DeclinedError } from '#providers/kit/declined.ts'
import { Browser } from '#tests/support/browser/browser.ts'
import { openConsoleApi } from '#tests/support/console/console-api.ts'
import { ConsoleTab } from '#tests/support/console/console-tab.ts'
import { hostile, openDashboard } from '#tests/support/providers/dashboard.ts'

let browser: Browser
before(async () => {
  browser = await Browser.start()
})
after(() => browser?.[Symbol.asyncDispose]())

test('database page: tables of any name are opened, read in pages, and queried; all is audited', async (t) => {
  const asked: string[] = []
  let hasLeft = false
  const { api, addon } = await openDashboard(t, await openConsoleApi(), {
    contents: {
      list: async (_, { cursor }) => ({
        entries: [{ schema: 'public', name: cursor || hostile, kind: 'table', bytes: 10, rows: 2 }],
        cursor: cursor === '' ? 'second' : '',
      }),
      async rows(_, { table, offset }) {
        asked.push(`${table} from ${offset}`)
        const rows = [[`row ${offset} of ${hostile}`, null]]
        return { columns: ['a', 'a'], rows, isComplete: offset > 0 }
      },
      async query(_, { statement }, signal) {
        if (/wrong/.test(statement)) throw new DeclinedError('syntax error at "wrong"')
        if (/slow/.test(statement)) {
          await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
          hasLeft = true
        }
        return { columns: ['n'], rows: [['42']], isComplete: true }
      },
    },
  })
  const address = `/organisations/${addon.ownerId}/addons/${addon.id}/data`
  await using tab = await ConsoleTab.open(browser, api, api.account, address)
  const { page } = tab
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  await button('Show more').click()
  await button('second').waitFor()
  await button(hostile.replace('\u202e', '\\u{202e}')).click()
  await page.getByText(`row 0 of ${hostile}`, { exact: true }).waitFor()
  await page.getByText('NULL', { exact: true }).waitFor()
  await tab.audit('database')
  await button('Next rows').click()
  await page.getByText(`row 50 of ${hostile}`, { exact: true }).waitFor()
  assert.deepEqual(asked, [`${hostile} from 0`, `${hostile} from 50`])
  const statement = page.getByLabel('Statement')
  await statement.fill("select n from t where name = 'a secret'")
  await button('Run').click()
  await page.getByText('42', { exact: true }).waitFor()
  await statement.fill('wrong')
  await button('Run').click()
  await page.getByText('syntax error at "wrong"').waitFor()
  tab.forget(/400/)
  await statement.fill('slow')
  await button('Run').click()
  await button('Cancel').click()
  await page.getByText('The query was cancelled.').waitFor()
  while (!hasLeft) await new Promise((resolve) => setTimeout(resolve, 50))
  const entries = await api.platform.store.audit.listOf(addon.ownerId, { limit: 50 })
  const targets = entries
    .filter(({ action }) => action === 'addon.query')
    .map(({ target }) => target)
  assert.ok(targets.includes(`${addon.id} select n from t where name = ?`), targets.join('\n'))
  assert.equal(entries.filter(({ action }) => action === 'addon.read-table').length, 2)
})
