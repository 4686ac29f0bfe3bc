import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTypedApi } from '#tests/support/platform/typed-api.ts'

const fresh = 'a quiet harbour at noon'

test('berth password: needs the old password and revokes the tokens if requested', async () => {
  await using setup = await openTypedApi()
  const { password } = setup.account
  const wrong = await setup.type('password', { stdin: `wrong\n${fresh}\n` })
  assert.equal(wrong.code, 1)
  assert.match(wrong.err, /password is wrong\.\n$/)
  const unequal = await setup.type('password', {
    stdin: `${password}\r${fresh}\rsomething else\r`,
    interactive: true,
  })
  assert.match(unequal.err, /passwords do not match/)

  const changed = await setup.type('password', {
    stdin: `${password}\r${fresh}\r${fresh}\r`,
    interactive: true,
  })
  assert.equal(changed.code, 0, changed.err)
  assert.ok(!`${changed.out}${changed.err}`.includes(fresh))
  assert.equal((await setup.type('profile')).code, 0, 'the login goes on')

  const again = await setup.type('password --drop-tokens', { stdin: `${fresh}\n${password} 2\n` })
  assert.match(again.out, /Log in again/)
  assert.match((await setup.type('profile')).err, /berth login/)
})
