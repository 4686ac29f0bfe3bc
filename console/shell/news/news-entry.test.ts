import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newsKinds } from '#protocol/events.ts'
import { newsEntry } from './news-entry.ts'

const entryOf = (event: string, data: Record<string, unknown> = {}) =>
  newsEntry({ id: 1, ownerId: 'orga_1', event, date: '2026-11-19T10:00:00.000Z', data })

test('news: an alert says its condition and figure, and leads to the metrics', () => {
  const condition = { kind: '5xx', threshold: 5, minutes: 5 }
  const begun = entryOf('ALERT_BEGIN', { appId: 'app_1', name: 'shop', value: 80, ...condition })
  assert.equal(begun?.sentence, 'Alert: shop')
  assert.equal(begun?.detail, '5xx responses above 5 % for 5 minutes: 80 %')
  assert.equal(begun?.isWrong, true)
  assert.equal(begun?.to.to, '/organisations/$ownerId/applications/$applicationId/metrics')
  const ended = entryOf('ALERT_END', { id: 'addon_1', name: 'db', reason: 'x', ...condition })
  assert.equal(ended?.isWrong, false)
  assert.equal(ended?.to.to, '/organisations/$ownerId/addons/$addonId/metrics')
})

test('news: a failed deployment leads to it, an invoice to the billing', () => {
  const failed = entryOf('DEPLOYMENT_FAIL', {
    appId: 'app_1',
    name: 'shop',
    uuid: 'deployment_1',
    failure: 'The build has failed.',
  })
  assert.deepEqual(
    [failed?.sentence, failed?.detail],
    ['A deployment of shop has failed', 'The build has failed.'],
  )
  assert.match(String(failed?.to.to), /deployments\/\$deploymentId$/)
  const invoice = entryOf('INVOICE_ISSUED', { number: 'F20261101-000001' })
  assert.equal(invoice?.sentence, 'New invoice F20261101-000001')
  assert.equal(invoice?.to.to, '/organisations/$ownerId/billing')
})

test('news: every kind has a sentence without gaps, and one of a newer server is left out', () => {
  for (const name of Object.keys(newsKinds)) {
    const entry = entryOf(name, {
      name: 'shop',
      host: 'shop.test',
      reached: '5.00',
      currency: 'EUR',
    })
    assert.ok(entry?.sentence && !/undefined| {2}/.test(entry.sentence), name)
  }
  assert.equal(entryOf('SOMETHING_NEW'), undefined)
})
