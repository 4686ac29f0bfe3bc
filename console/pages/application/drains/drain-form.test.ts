import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type DrainForm, drainOf, isComplete, shownUrl } from './drain-form.ts'

const form: DrainForm = {
  kind: 'LOG',
  type: 'ELASTICSEARCH',
  url: ' https://search.example/_bulk ',
  values: { index: 'shop', username: ' me ', password: '', apiKey: 'of another type' },
}

test('drain form: only the fields of the type are sent, and empty ones are not', () => {
  assert.deepEqual(drainOf(form), {
    kind: 'LOG',
    recipient: {
      type: 'ELASTICSEARCH',
      url: 'https://search.example/_bulk',
      index: 'shop',
      username: 'me',
    },
  })
})

test('drain form: what the type needs has to be there', () => {
  assert.ok(isComplete(form))
  assert.ok(!isComplete({ ...form, url: ' ' }))
  assert.ok(!isComplete({ ...form, type: 'BETTERSTACK' }))
  assert.ok(isComplete({ ...form, type: 'SYSLOG_UDP' }))
})

test('drain form: a key in the URL of Datadog is not shown', () => {
  const url = 'https://intake.datadoghq.eu/v1/input/key?x=1'
  assert.equal(shownUrl({ type: 'DATADOG', url }), 'https://intake.datadoghq.eu/…')
  assert.equal(shownUrl({ type: 'RAW_HTTP', url }), url)
})
