import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClient } from '#client/client.ts'
import { newId } from '#kit/text/ids.ts'
import type { Right } from '#platform/model/identity/access/rights.ts'
import type { UserId } from '#platform/model/ids.ts'
import { addPerson, credentialsOf } from '#tests/support/people/named-people.ts'
import { openTestApi, type TestApi } from '#tests/support/platform/api.ts'

interface Answer {
  [field: string]: unknown
  message?: string
}

/** A client for a user, with the given rights. */
async function asking(api: TestApi, userId: UserId, rights?: readonly Right[]) {
  const credentials = await credentialsOf(api, userId, rights)
  const client = createClient({ api: api.url, credentials })
  return (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) =>
    client.ask<Answer & Answer[]>({ method, path, ...(body !== undefined && { body }) })
}

const refused = (status: number, message: RegExp | string) => ({
  name: 'ApiError',
  status,
  message,
})

test('organisations API: create, show, change and delete use the wire format', async () => {
  await using api = await openTestApi()
  const ada = await addPerson(api, { name: 'Ada' })
  const ask = await asking(api, ada.id)
  const made = await ask('POST', '/v2/organisations', {
    name: 'Engines',
    description: 'We count',
    address: '1 rue',
    city: 'Nantes',
    zipcode: '44000',
    customerFullName: 'Ada L.',
    country: 'FR',
    company: null,
    contacts: [{ contact_type: 'abuse', email_address: 'Abuse@x.test', phone_number: '+33 1' }],
  })
  const path = `/v2/organisations/${made.id}`
  assert.match(String(made.id), /^orga_/)
  assert.deepEqual(
    { ...made },
    {
      id: made.id,
      name: 'Engines',
      description: 'We count',
      billingEmail: '',
      address: '1 rue',
      city: 'Nantes',
      zipcode: '44000',
      country: 'FRANCE',
      company: '',
      VAT: '',
      avatar: '',
      vatState: 'NOT_NEEDED',
      customerFullName: 'Ada L.',
      canPay: true,
      cleverEnterprise: false,
      emergencyNumber: null,
      canSEPA: false,
      isTrusted: false,
      contacts: [{ contact_type: 'abuse', email_address: 'abuse@x.test', phone_number: '+33 1' }],
    },
  )
  assert.deepEqual(await ask('GET', path), made)
  assert.deepEqual(await ask('PUT', path, made), made)
  const malformed = await ask('PUT', path, { VAT: 'FR1' })
  assert.deepEqual([malformed.VAT, malformed.vatState], ['FR1', 'INVALID'])
  const VAT = 'FR12345678901'
  const changed = await ask('PUT', path, { name: 'Engines & Co', VAT, city: null })
  assert.deepEqual(changed, { ...made, name: 'Engines & Co', VAT, vatState: 'PENDING_VALIDATION' })
  const list = await ask('GET', '/v2/organisations')
  assert.deepEqual(
    list.map(({ id, name }) => [id, name]),
    [
      [ada.id, 'Ada'],
      [made.id, 'Engines & Co'],
    ],
  )
  assert.match((await ask('DELETE', path)).message ?? '', /Engines & Co was deleted/)
  await assert.rejects(ask('GET', path), refused(404, `There is no organisation ${made.id}.`))
})

test('organisations API: the personal space is shown as an organisation, without personal data', async () => {
  await using api = await openTestApi()
  const ada = await addPerson(api, { name: 'Ada' })
  const ask = await asking(api, ada.id)
  const space = await ask('GET', `/v2/organisations/${ada.id}`)
  assert.deepEqual([space.id, space.name, space.billingEmail], [ada.id, 'Ada', ''])
  const other = await addPerson(api, { name: 'Bob' })
  await assert.rejects(ask('GET', `/v2/organisations/${other.id}`), refused(404, /no organisation/))
  await assert.rejects(
    ask('PUT', `/v2/organisations/${ada.id}`, { name: 'x' }),
    refused(409, /PUT \/v2\/self/),
  )
  await assert.rejects(
    ask('DELETE', `/v2/organisations/${ada.id}`),
    refused(409, /DELETE \/v2\/self/),
  )
})

test('organisations API: an invalid body is refused with its problems', async () => {
  await using api = await openTestApi()
  const ask = await asking(api, (await addPerson(api, { name: 'Ada' })).id)
  await assert.rejects(ask('POST', '/v2/organisations', {}), refused(400, /name must be text/))
  await assert.rejects(
    ask('POST', '/v2/organisations', { name: 'x', contacts: [{ contact_type: 'fun' }] }),
    refused(400, /contacts\[0\]\.contact_type must be one of security, privacy, abuse/),
  )
  await assert.rejects(
    ask('POST', '/v2/organisations', { name: 'x', country: 'XX' }),
    refused(400, /not a country/),
  )
})

test('organisations API: members are listed, changed and removed; ids of other organisations are refused', async () => {
  await using api = await openTestApi()
  const { organisationId: id } = api.account
  const admin = await api.platform.store.users.findByEmail(api.account.email)
  assert.ok(admin)
  const eve = await addPerson(api, { name: 'Eve', at: id })
  const stranger = await addPerson(api, { name: 'Stranger' })
  const ask = await asking(api, admin.id)
  const path = `/v2/organisations/${id}/members`
  assert.deepEqual(await ask('GET', path), [
    {
      member: {
        id: admin.id,
        email: 'admin@localhost',
        name: 'admin',
        avatar: '',
        preferredMFA: 'NONE',
      },
      role: 'ADMIN',
      job: '',
    },
    {
      member: {
        id: eve.id,
        email: 'eve@example.test',
        name: 'Eve',
        avatar: '',
        preferredMFA: 'NONE',
      },
      role: 'DEVELOPER',
      job: '',
    },
  ])
  await ask('PUT', `${path}/${eve.id}`, { role: 'MANAGER', job: 'Poet', email: 'x@x.test' })
  assert.deepEqual(
    (await ask('GET', path)).map(({ role, job }) => [role, job]),
    [
      ['ADMIN', ''],
      ['MANAGER', 'Poet'],
    ],
  )
  await assert.rejects(ask('PUT', `${path}/${eve.id}`, { role: 'NONE' }), refused(400, /one of/))
  await assert.rejects(ask('DELETE', `${path}/${stranger.id}`), refused(404, /no member/))
  await assert.rejects(ask('DELETE', `${path}/${admin.id}`), refused(409, /needs an administrator/))

  const strangers = await asking(api, stranger.id)
  const theirs = await strangers('POST', '/v2/organisations', { name: 'Theirs' })
  await assert.rejects(
    strangers('PUT', `/v2/organisations/${theirs.id}/members/${eve.id}`, { role: 'ADMIN' }),
    refused(404, `There is no member ${eve.id}.`),
  )
  await assert.rejects(strangers('DELETE', `${path}/${eve.id}`), refused(404, /no organisation/))
  await ask('DELETE', `${path}/${eve.id}`)
  const eves = await asking(api, eve.id)
  await assert.rejects(eves('GET', path), refused(404, /no organisation/))
})

test("organisations API: a call needs both the program's right and the user's role", async () => {
  await using api = await openTestApi()
  const { organisationId: id } = api.account
  const admin = await api.platform.store.users.findByEmail(api.account.email)
  assert.ok(admin)
  await addPerson(api, { name: 'Bob', at: id, role: 'ADMIN' })
  const reader = await asking(api, admin.id, ['access_organisations'])
  const path = `/v2/organisations/${id}`
  assert.equal((await reader('GET', `${path}/members`)).length, 2)
  for (const [method, where, body, right] of [
    ['POST', '/v2/organisations', { name: 'x' }, /manage_organisations\./],
    ['PUT', path, { name: 'x' }, /manage_organisations\./],
    ['DELETE', path, undefined, /manage_organisations\./],
    ['POST', `${path}/members`, { email: 'a@b.test', role: 'ADMIN' }, /_members\./],
    ['DELETE', `${path}/members/${admin.id}`, undefined, /_members\./],
    ['GET', `${path}/invitations`, undefined, /_members\./],
  ] as const) {
    await assert.rejects(reader(method, where, body), refused(403, right), `${method} ${where}`)
  }
  const recruiter = await asking(api, admin.id, ['manage_organisations_members'])
  await recruiter('DELETE', `${path}/members/${admin.id}`)
})

test('organisations API: invitations are sent, listed and cancelled', async () => {
  await using api = await openTestApi()
  const { organisationId: id } = api.account
  const admin = await api.platform.store.users.findByEmail(api.account.email)
  assert.ok(admin)
  const ask = await asking(api, admin.id)
  const path = `/v2/organisations/${id}`
  const body = { email: 'Bob@x.test', role: 'MANAGER', job: 'Poet' }
  const { message, invitationId: made } = await ask('POST', `${path}/members`, body)
  assert.equal(message, 'Sent an invitation to Bob@x.test.')
  const [invitation] = await ask('GET', `${path}/invitations`)
  assert.ok(invitation)
  const [entry] = await api.platform.store.audit.listOf(id, { limit: 1 })
  assert.deepEqual([entry?.action, entry?.target], ['member.invite', made])
  const { id: invitationId, createdAt, expiresAt, ...rest } = invitation
  assert.equal(invitationId, made)
  assert.deepEqual(rest, {
    email: 'bob@x.test',
    role: 'MANAGER',
    job: 'Poet',
    invitedBy: admin.id,
  })
  assert.equal(Number(expiresAt) - Number(createdAt), 7 * 24 * 3_600_000)
  await assert.rejects(
    ask('DELETE', `${path}/invitations/${newId('invitation')}`),
    refused(404, /no invitation/),
  )
  await ask('DELETE', `${path}/invitations/${invitationId}`)
  assert.deepEqual(await ask('GET', `${path}/invitations`), [])
  await assert.rejects(
    ask('POST', '/v2/self/members', body),
    refused(409, /personal space cannot have other members/),
  )
})
