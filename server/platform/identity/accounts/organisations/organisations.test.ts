import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#kit/text/ids.ts'
import { inviteMember } from '#platform/identity/accounts/invitations/invitations.ts'
import { putAvatar } from '#platform/identity/accounts/users/avatars.ts'
import { deleteAccount } from '#platform/identity/accounts/users/delete-account.ts'
import { addAddon, addOffer } from '#stores/marketplace.contract.ts'
import { addPerson } from '#tests/support/people/named-people.ts'
import { pictures } from '#tests/support/pictures.ts'
import { openTestPlatform } from '#tests/support/platform/platform.ts'
import { changeOrganisation, createOrganisation, deleteOrganisation } from './organisations.ts'

const png = pictures['image/png']

test('organisations: the creator becomes administrator', async () => {
  await using setup = await openTestPlatform()
  const { platform } = setup
  const user = await addPerson(setup, { name: 'Ada' })
  const { id, name } = await createOrganisation(platform, user.id, { name: '  Engines & Co ' })
  assert.equal(name, 'Engines & Co')
  assert.equal((await platform.store.members.find(id, user.id))?.role, 'ADMIN')
})

test('organisations: invalid names and details are refused without a write', async () => {
  await using setup = await openTestPlatform()
  const { platform } = setup
  const user = await addPerson(setup, { name: 'Ada' })
  const refused = (request: object, sentence: RegExp) =>
    assert.rejects(createOrganisation(platform, user.id, { name: 'fine', ...request }), {
      name: 'Refusal',
      kind: 'invalid',
      message: sentence,
    })
  await refused({ name: '   ' }, /name must not be empty/)
  await refused({ name: 'x'.repeat(101) }, /longer than 100/)
  await refused({ name: 'two\nlines' }, /control character/)
  await refused({ name: 'turned \u202e around' }, /control character/)
  await refused({ details: { description: 'x'.repeat(1001) } }, /description is longer/)
  await refused({ details: { city: 'a\tb' } }, /city contains/)
  await refused({ details: { billingEmail: 'nobody' } }, /Invalid e-mail address/)
  await refused({ details: { country: 'Atlantis' } }, /"Atlantis" is not a country/)
  const contact = { kind: 'abuse' as const, email: 'a@b.test', phone: '1' }
  await refused({ details: { contacts: Array(11).fill(contact) } }, /At most 10 contacts/)
  assert.deepEqual(await platform.store.organisations.listOf(user.id), [])
})

test('organisations: a user cannot create more than a hundred', async () => {
  await using setup = await openTestPlatform()
  const { platform } = setup
  const user = await addPerson(setup, { name: 'Ada' })
  for (let made = 0; made < 99; made++)
    await createOrganisation(platform, user.id, { name: `number ${made}` })
  const two = [1, 2].map(() => createOrganisation(platform, user.id, { name: 'the last' }))
  const outcomes = await Promise.allSettled(two)
  assert.deepEqual(outcomes.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
  assert.equal((await platform.store.organisations.listOf(user.id)).length, 100)
})

test('organisation quota: counts against the creator, not against the other administrators', async () => {
  await using setup = await openTestPlatform()
  const { platform } = setup
  platform.policies.quotas.organisations = 2
  const [ada, bob] = [
    await addPerson(setup, { name: 'Ada' }),
    await addPerson(setup, { name: 'Bob' }),
  ]
  for (const name of ['one', 'two']) {
    const { id } = await createOrganisation(platform, ada.id, { name })
    await platform.store.members.put({
      organisationId: id,
      userId: bob.id,
      role: 'ADMIN',
      job: '',
    })
  }
  await assert.rejects(createOrganisation(platform, ada.id, { name: 'three' }), {
    kind: 'conflict',
    message:
      /There are 2 organisations that count for you.*2 are allowed.*BERTH_QUOTA_ORGANISATIONS/,
  })
  await createOrganisation(platform, bob.id, { name: 'of Bob' })
})

test('organisations: a change leaves omitted fields alone', async () => {
  await using setup = await openTestPlatform()
  const { platform } = setup
  const { id } = await createOrganisation(platform, (await addPerson(setup, { name: 'Ada' })).id, {
    name: 'before',
    details: { city: 'Nantes', country: 'france', address: '1 rue\r\nde la Paix' },
  })
  await changeOrganisation(platform, id, { name: 'after' })
  await Promise.all([
    changeOrganisation(platform, id, { details: { vat: 'FR123' } }),
    changeOrganisation(platform, id, { details: { company: 'Engines' } }),
  ])
  const after = await platform.store.organisations.find(id)
  assert.equal(after?.name, 'after')
  const { city, country, address, vat, company } = after.details
  assert.deepEqual(
    [city, country, address, vat, company],
    ['Nantes', 'FR', '1 rue\nde la Paix', 'FR123', 'Engines'],
  )
})

test('organisations: only an empty one is deleted; the refusal lists what it owns', async () => {
  await using setup = await openTestPlatform()
  const { platform, account } = setup
  const { store } = platform
  const id = account.organisationId
  const application = await setup.application()
  const inviter = await store.users.findByEmail(account.email)
  assert.ok(inviter)
  await store.consumers.add({
    key: 'k',
    secret: 's',
    ownerId: id,
    name: 'robot',
    description: '',
    url: '',
    picture: '',
    baseUrl: '',
    rights: [],
    acceptsUnsignedQuery: false,
    createdAt: 1,
  })
  await assert.rejects(deleteOrganisation(platform, id), {
    kind: 'conflict',
    message: `admin-org still owns the application ${application.name}; the OAuth consumer robot. Delete them first.`,
  })
  await store.applications.remove(application.id)
  await store.consumers.remove('k')
  const avatar = await putAvatar(platform, id, png)
  const place = { organisationId: id, inviter, from: '::1' }
  await inviteMember(platform, place, { email: 'b@b.test', role: 'ADMIN', job: '' })
  await deleteOrganisation(platform, id)
  assert.equal(await store.organisations.find(id), undefined)
  assert.deepEqual(await store.members.listOf(id), [])
  assert.deepEqual(await store.invitations.listOf(id), [])
  assert.equal(await store.avatars.find(avatar), undefined)
  await assert.rejects(deleteOrganisation(platform, newId('orga')), { kind: 'missing' })
})

test('organisations: an application cannot be created in an organisation that is being deleted', async () => {
  await using setup = await openTestPlatform()
  const { platform, account } = setup
  await deleteOrganisation(platform, account.organisationId)
  await assert.rejects(setup.application(), { kind: 'missing' })
  assert.deepEqual(await platform.store.applications.listAll(), [])
})

test('organisations and accounts: cannot be deleted while they own add-ons or add-on providers', async () => {
  await using setup = await openTestPlatform()
  const { platform } = setup
  const user = await addPerson(setup, { name: 'Ada' })
  const { id } = await createOrganisation(platform, user.id, { name: 'Engines' })
  const { provider, plan } = await addOffer(platform.store, { id: 'pigeon', ownerId: id })
  const addon = await addAddon(platform.store, provider, plan, { ownerId: id, name: 'loft' })
  await addAddon(platform.store, provider, plan, { ownerId: user.id, name: 'mine' })
  await assert.rejects(deleteOrganisation(platform, id), {
    message: /still owns the add-on loft; the add-on provider pigeon\. Delete them first\./,
  })
  await assert.rejects(deleteAccount(platform, user, ''), { message: /the add-on mine \(addon_/ })
  await platform.store.addons.remove(addon.id)
  await assert.rejects(deleteOrganisation(platform, id), { message: /add-on provider pigeon/ })
})
