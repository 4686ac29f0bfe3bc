import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTypedApi } from '#tests/support/platform/typed-api.ts'
import { PageVisitor } from '#tests/support/visitors/page-visitor.ts'

test('berth emails: addresses are added by a confirmation link, listed, made primary and removed', async () => {
  await using setup = await openTypedApi()
  assert.equal((await setup.type('emails')).out, 'admin@localhost  primary\n')

  const asked = await setup.type('emails add ada@x.test')
  assert.equal(asked.code, 0, asked.err)
  assert.match(asked.out, /Sent a confirmation link to ada@x\.test/)
  assert.equal((await setup.type('emails')).out, 'admin@localhost  primary\n')
  const { text } = await setup.mail('ada@x.test')
  const browser = new PageVisitor(setup.url)
  await browser.get(/\/v2\/self\/validate_email\?\S+/.exec(text)?.[0] ?? assert.fail(text))
  assert.equal((await browser.send('/v2/self/validate_email')).status, 200)

  assert.match((await setup.type('emails')).out, /primary\nada@x\.test\n$/)
  assert.match((await setup.type('emails primary ada@x.test')).out, /is now your primary address/)
  assert.deepEqual(JSON.parse((await setup.type('emails --format json')).out), {
    primary: 'ada@x.test',
    secondary: ['admin@localhost'],
  })
  assert.equal((await setup.type('emails remove ada@x.test')).code, 1)
  assert.equal((await setup.type('emails remove admin@localhost')).code, 0)
  assert.equal((await setup.type('emails')).out, 'ada@x.test  primary\n')
  assert.equal((await setup.type('emails add not-an-address')).code, 1)
})
