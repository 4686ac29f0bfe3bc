import assert from 'node:assert/strict'
import { test } from 'node:test'
import { terminalEndpoints } from '#api/terminal/terminal-endpoints.ts'
import { createClient } from '#client/client.ts'
import { permissions } from '#platform/model/identity/access/permissions.ts'
import { roles } from '#platform/model/identity/accounts/organisation.ts'
import { messageFrame } from '#protocol/databases/session-frames.ts'
import { type Person, somebody } from '#tests/support/people/people.ts'
import { openTestApi } from '#tests/support/platform/api.ts'
import { openDashboard } from '#tests/support/providers/dashboard.ts'

/** The row of terminals, which are WebSockets: who may not open one learns no more than from a call. */
test('terminals: each opens for the roles that its permission names, and for nobody else', async (t) => {
  const opened: string[] = []
  const { api, addon } = await openDashboard(t, await openTestApi(), {
    sessions: {
      async open(_, { kind }) {
        opened.push(kind)
        return (socket) => socket.end(messageFrame({ exit: 0 }))
      },
      close() {},
    },
  })
  const { organisationId, consumerKey, consumerSecret } = api.account
  const { id: applicationId } = await api.application()
  const run = 'run_00000000-0000-4000-8000-000000000000'
  const attempt = async (path: string, { token, secret }: Pick<Person, 'token' | 'secret'>) => {
    const credentials = { consumerKey, consumerSecret, token, secret }
    const client = createClient({ api: api.url, credentials })
    t.after(() => client.close())
    const session = client.terminals.open({ path }, { onOutput() {} })
    const end = await session.ended.catch((error: Error) => ({ error: error.message }))
    session.close()
    return 'error' in end ? end.error : `exit ${end.code}`
  }
  const people = await Promise.all(
    roles.map(async (role) => ({ role, person: await somebody(api, { role, organisationId }) })),
  )
  const limited = { role: 'ADMIN', organisationId, rights: ['access_organisations'] } as const
  const [stranger, program] = [await somebody(api), await somebody(api, limited)]
  for (const { path: pattern, access } of terminalEndpoints) {
    assert.ok('may' in access && access.may === 'operate', pattern)
    const path = pattern
      .replace(':ownerId', organisationId)
      .replace(':applicationId', applicationId)
      .replace(':addonId', addon.id)
      .replace(':runId', run)
    assert.ok(!path.includes(':'), path)
    for (const { role, person } of people) {
      const said = await attempt(path, person)
      const isAllowed = permissions.operate.roles.some((allowed) => allowed === role)
      const isForbidden = said.includes(`The role ${role} does not allow this`)
      assert.equal(isForbidden, !isAllowed, `${role} at ${path}: ${said}`)
      if (isAllowed && path.includes('/database/')) assert.equal(said, 'exit 0')
    }
    const other = path.replace(/[0-9a-f]{12}(?=\/[^/]*$|\/database|\/runs)/, '0'.repeat(12))
    const [theirs, none] = [await attempt(path, stranger), await attempt(other, stranger)]
    assert.match(theirs, /There is no (?:add-on|application)/)
    assert.equal(theirs.replace(/[0-9a-f-]{36}/, ''), none.replace(/[0-9a-f-]{36}/, ''))
    assert.match(await attempt(path, program), /right/)
    assert.match(await attempt(path, { token: 'x', secret: 'y' }), /401|log|token/i)
  }
  assert.equal(opened.length, 2 * permissions.operate.roles.length)
})
