import assert from 'node:assert/strict'
import { test } from 'node:test'
import { everyRight } from '#platform/model/identity/access/rights.ts'
import { newOrganisation } from '#platform/model/identity/accounts/organisation.ts'
import { newUser } from '#platform/model/identity/accounts/user.ts'
import type { UserId } from '#platform/model/ids.ts'
import type { Store } from '#platform/model/store.ts'
import { addAccount, addApplication, addDeployment } from '#stores/store.contract.ts'
import { openTestStore } from '#tests/support/platform/test-store.ts'

const user = newUser('user_1', { email: 'a@x.test', passwordHash: '' }, 1)

const open = () => openTestStore()

/** A cached result is the same object at the next query. */
async function isRemembered(question: () => Promise<unknown>, between: () => Promise<unknown>) {
  const first = await question()
  assert.notEqual(first, undefined)
  assert.equal(await question(), first, 'the same question a second time')
  await between()
  return (await question()) === first
}

async function openWithAccount() {
  const store = await open()
  const account = await addAccount(store)
  const { userId, consumerKey, organisationId } = account
  const times = { createdAt: 1, expiresAt: 9e15, lastUsedAt: 1 }
  await store.accessTokens.add({
    token: 't',
    secret: 's',
    userId,
    consumerKey,
    rights: everyRight,
    ...times,
  })
  await store.apiTokens.add({
    id: 'api_tokens_1',
    digest: 'd',
    userId,
    name: 'n',
    description: '',
    from: '',
    ...times,
  })
  const session = { from: '', browser: '', system: '' }
  await store.sessions.add({ digest: 'd', userId, createdAt: 1, expiresAt: 9e15, ...session })
  const questions = {
    users: () => store.users.find(userId),
    members: () => store.members.find(organisationId, userId),
    consumers: () => store.consumers.find(consumerKey),
    accessTokens: () => store.accessTokens.find('t'),
    apiTokens: () => store.apiTokens.findByDigest('d'),
    sessions: () => store.sessions.find('d'),
  }
  return { store, account, questions }
}

type Opened = Awaited<ReturnType<typeof openWithAccount>>
type Question = keyof Opened['questions']

const everything: Question[] = [
  ...(['users', 'members', 'consumers', 'accessTokens', 'apiTokens', 'sessions'] as const),
]

const actions: [string, Question[], (opened: Opened) => Promise<unknown>][] = [
  ['an entry of the audit', [], ({ store, account }) => addAuditEntry(store, account.userId)],
  [
    'a mail',
    [],
    ({ store }) =>
      store.outbox.add({
        id: 'mail_p',
        kind: 'k',
        to: 'a@x.test',
        knows: {},
        createdAt: 1,
        dueAt: 1,
        attempts: 0,
      }),
  ],
  ['a deployment', [], async ({ store }) => addDeployment(store, (await addApplication(store)).id)],
  [
    'the use of an access token',
    ['accessTokens'],
    ({ store }) => store.accessTokens.noteUse('t', 5),
  ],
  ['a revoked access token', ['accessTokens'], ({ store }) => store.accessTokens.remove('t')],
  [
    'a revoked API token',
    ['apiTokens'],
    ({ store, account }) => store.apiTokens.remove(account.userId, 'api_tokens_1'),
  ],
  ['the end of a session', ['sessions'], ({ store }) => store.sessions.remove('d')],
  [
    "a consumer's rights",
    ['consumers'],
    ({ store, account }) => store.consumers.change(account.consumerKey, { rights: [] }),
  ],
  [
    'a consumer that is removed',
    ['consumers', 'accessTokens'],
    ({ store, account }) => store.consumers.remove(account.consumerKey),
  ],
  [
    'a role',
    ['members'],
    ({ store, account: { userId, organisationId } }) =>
      store.members.put({ userId, organisationId, role: 'ACCOUNTING', job: '' }),
  ],
  [
    'an organisation that is removed',
    ['members'],
    ({ store, account }) => store.organisations.remove(account.organisationId),
  ],
  [
    'an account that is removed',
    ['users', 'members', 'accessTokens', 'apiTokens', 'sessions'],
    ({ store, account }) => store.users.remove(account.userId),
  ],
  [
    'what has expired',
    ['accessTokens', 'apiTokens', 'sessions'],
    ({ store }) => store.removeExpired(9e16),
  ],
]

for (const [what, forgotten, action] of actions) {
  for (const where of ['alone', 'in a transaction'] as const) {
    test(`query cache: ${what}, written ${where}, invalidates ${forgotten.join(', ') || 'nothing'}`, async () => {
      const opened = await openWithAccount()
      const { store, questions } = opened
      await Promise.all(everything.map((name) => questions[name]()))
      const before = await Promise.all(everything.map((name) => questions[name]()))
      if (where === 'alone') await action(opened)
      else await store.transaction((inside) => action({ ...opened, store: inside }))
      const after = await Promise.all(everything.map((name) => questions[name]()))
      assert.deepEqual(
        everything.filter((_, at) => before[at] !== after[at]),
        forgotten.toSorted((a, b) => everything.indexOf(a) - everything.indexOf(b)),
      )
      await store.close()
    })
  }
}

test('query cache: a changed role takes effect at once', async () => {
  const store = await open()
  await store.users.add(user)
  await store.organisations.add(newOrganisation('orga_1', 'o', 1))
  const member = { organisationId: 'orga_1', userId: 'user_1', job: '' } as const
  await store.members.put({ ...member, role: 'ADMIN' })
  assert.equal((await store.members.find('orga_1', 'user_1'))?.role, 'ADMIN')
  await store.transaction((inside) => inside.members.put({ ...member, role: 'ACCOUNTING' }))
  assert.equal((await store.members.find('orga_1', 'user_1'))?.role, 'ACCOUNTING')
  await store.close()
})

test('query cache: a missing record is not cached', async () => {
  const store = await open()
  assert.equal(await store.users.find('user_1'), undefined)
  await store.users.add(user)
  assert.equal((await store.users.find('user_1'))?.email, 'a@x.test')
  await store.close()
})

test('query cache: a result requested before a write is not cached after it', async () => {
  const { store, questions } = await openWithAccount()
  const asked = questions.accessTokens()
  await Promise.all([asked, store.accessTokens.remove('t')])
  assert.equal(await questions.accessTokens(), undefined)
  await store.close()
})

test('query cache: a failed transaction leaves the cache correct', async () => {
  const { store, account, questions } = await openWithAccount()
  await questions.users()
  const attempt = store.transaction(async (inside) => {
    await inside.users.change(account.userId, { name: 'other' })
    throw new Error('no')
  })
  await assert.rejects(attempt, /no/)
  assert.notEqual((await store.users.find(account.userId))?.name, 'other')
  await store.close()
})

test('query cache: a derived value is computed again after a write to one of its nouns', async () => {
  const { store, account } = await openWithAccount()
  let made = 0
  const derive = async (name = 'one') => {
    const text = await store.derive(['users', 'members'], name, async () =>
      Buffer.from(`${++made}`),
    )
    return text.toString()
  }
  assert.deepEqual([await derive(), await derive(), await derive('other')], ['1', '1', '2'])
  await addAuditEntry(store, account.userId)
  assert.equal(await derive(), '1')
  await store.organisations.remove(account.organisationId)
  assert.equal(await derive(), '3', 'its members went with the organisation')
  await store.close()
})

test('query cache: a value derived during a write is not cached', async () => {
  const { store, account } = await openWithAccount()
  const make = async () => {
    const name = (await store.users.find(account.userId))?.name ?? ''
    await store.users.change(account.userId, { name: `${name}x` })
    return Buffer.from(name)
  }
  const first = await store.derive(['users'], 'name', make)
  const second = await store.derive(['users'], 'name', make)
  assert.equal(second.toString(), `${first}x`)
  await store.close()
})

test('query cache: its size is bounded by eviction', async () => {
  const store = await open()
  const large = (name: string) =>
    store.derive(['users'], name, async () => Buffer.alloc(12 * 1024 * 1024))
  const first = await large('1')
  assert.equal(
    await isRemembered(
      () => large('2'),
      async () => {},
    ),
    true,
  )
  await large('3')
  assert.notEqual(await large('1'), first)
  await store.close()
})

const addAuditEntry = (store: Store, userId: UserId) =>
  store.audit.add({
    id: 'audit_1',
    date: 1,
    ownerId: userId,
    userId,
    action: 'a.b',
    target: '',
    outcome: 'done',
    credential: 'session',
    credentialId: '',
    consumerKey: '',
    from: '',
  })
