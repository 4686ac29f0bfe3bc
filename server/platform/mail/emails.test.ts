import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mails } from './emails.ts'

const knows = {
  key: 'KEY',
  from: '192.0.2.7',
  organisation: 'Ada & Co',
  role: 'ADMIN',
  inviter: 'Ada',
  account: 'ada@x.test',
  change: 'added',
  email: 'new@x.test',
  name: 'pigeons',
  why: 'No.',
  number: 'F20261201-000001',
  due: '12.34 EUR',
  dueAt: '2026-12-16',
  customer: 'Ada & Co',
  month: '2026-11',
  sentence: 'The address for invoices is incomplete: add the city.',
  amount: '50.00',
  basis: 'forecast',
  reached: '51.20',
  currency: 'EUR',
  lines: '["shop.test: it expires"]',
}
const pagesUrl = 'https://berth.test'

for (const [kind, write] of mails) {
  test(`e-mail ${kind}: links are on lines of their own, and it says what to do if it was not you`, () => {
    const { subject, text } = write({ to: 'ann@x.test', pagesUrl, knows })
    assert.match(subject, /^[A-Z].{5,70}$/)
    assert.match(text, /(was not you|did not order it|do not know the sender)/)
    for (const line of text.split('\n').filter((line) => line.includes(`${pagesUrl}/v2`))) {
      assert.match(line, /^https:\/\/\S+$/, line)
    }
    assert.ok(text.endsWith('-- \nBerth\n'))
    assert.doesNotMatch(text + subject, /undefined|NaN/)
  })
}

test('e-mails: names typed by others cannot inject lines', () => {
  const hostile = { ...knows, organisation: `x\r\n\r\nhttps://evil.test\n${'y'.repeat(500)}` }
  const { subject, text } =
    mails.get('invitation')?.({ to: 'a@x.test', pagesUrl, knows: hostile }) ?? assert.fail()
  assert.doesNotMatch(subject, /[\r\n]/)
  assert.doesNotMatch(text, /^https:\/\/evil/m)
  assert.ok(subject.length < 150)
})

test('e-mails: a name that looks like an address does not become a link', () => {
  const names = [
    'Your account is locked: https://evil.test/login',
    'www.evil.test',
    'call help@evil.test now',
    'evil。test or evil．test',
    'https://localhost/login',
  ]
  for (const name of names) {
    const hostile = {
      ...knows,
      organisation: name,
      inviter: name,
      name,
      hook: name,
      owner: name,
      customer: name,
      why: name,
    }
    for (const [kind, write] of mails) {
      const { subject, text } = write({ to: 'ann@x.test', pagesUrl, knows: hostile })
      const linked = /evil[.。．]test|help@|https:\/\/(?!berth\.test)/
      const lines = [subject, ...text.split('\n')].filter((line) => !line.startsWith(pagesUrl))
      assert.doesNotMatch(lines.join('\n'), linked, kind)
    }
  }
  const { subject } =
    mails.get('invitation')?.({
      to: 'ann@x.test',
      pagesUrl,
      knows: { ...knows, organisation: 'Ada, Inc. evil.test' },
    }) ?? assert.fail()
  assert.equal(subject, 'You are invited to "Ada, Inc. evil[.]test"')
})
