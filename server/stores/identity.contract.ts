import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#kit/text/ids.ts'
import { everyRight, type Right } from '#platform/model/identity/access/rights.ts'
import type { Avatar } from '#platform/model/identity/accounts/avatar.ts'
import type { AuditEntry } from '#platform/model/identity/audit/entry.ts'
import type { AuditEntryId, AvatarId, EmailId, OwnerId, UserId } from '#platform/model/ids.ts'
import type { Store } from '#platform/model/store.ts'
import { addAccount, addApplication } from './store.contract.ts'

const session = { expiresAt: 9e9, from: '', browser: 'Firefox 144', system: 'Linux' }

/** Contract of every store for accounts and credentials. `open` returns an empty store. */
export function identityContract(name: string, open: () => Promise<Store>): void {
  const promise = (sentence: string, body: (store: Store, now: number) => Promise<void>) =>
    test(`${name}: ${sentence}`, async () => {
      const store = await open()
      try {
        await body(store, 1_000)
      } finally {
        await store.close()
      }
    })

  promise('an e-mail address is unique and finds its account', async (store) => {
    const [one, two] = [await addAccount(store), await addAccount(store)]
    assert.equal(await store.emails.add(one.userId, 'second@x.test'), true)
    assert.equal(await store.emails.add(two.userId, 'second@x.test'), false)
    assert.equal((await store.users.findByEmail('second@x.test'))?.id, one.userId)
    assert.equal((await store.emails.listOf(one.userId)).length, 2)
    assert.equal(await store.emails.remove(two.userId, 'second@x.test'), false)
    assert.equal(await store.emails.remove(one.userId, 'second@x.test'), true)
  })

  promise('an account is removed with everything that belongs to it', async (store, now) => {
    const { userId, consumerKey, organisationId } = await addAccount(store)
    await store.accessTokens.add(accessToken(userId, consumerKey, now))
    await store.sessions.add({ ...session, digest: 'd', userId, createdAt: 1 })
    await store.secondFactors.put({ userId, secret: 's', confirmedAt: null })
    await store.backupCodes.replace(userId, ['a'])
    await store.users.remove(userId)
    assert.equal(await store.accessTokens.find('t'), undefined)
    assert.equal(await store.sessions.find('d'), undefined)
    assert.equal(await store.secondFactors.find(userId), undefined)
    assert.deepEqual(await store.backupCodes.listOf(userId), [])
    assert.deepEqual(await store.members.listOf(organisationId), [])
  })

  promise('an organisation keeps its details and lists its members', async (store) => {
    const { userId, organisationId } = await addAccount(store)
    const found = await store.organisations.find(organisationId)
    const details = { ...(found?.details ?? assert.fail()), city: 'Nantes' }
    await store.organisations.change(organisationId, { name: 'other', details })
    assert.equal((await store.organisations.find(organisationId))?.details.city, 'Nantes')
    const [{ member, user } = assert.fail()] = await store.members.listOf(organisationId)
    assert.deepEqual([member.role, user.id], ['ADMIN', userId])
    assert.equal(await store.members.remove(organisationId, userId), true)
    await store.organisations.remove(organisationId)
    assert.equal(await store.organisations.find(organisationId), undefined)
  })

  promise('a quota account has a personal space and organisations', async (store) => {
    const { userId, organisationId } = await addAccount(store)
    const other = await addAccount(store)
    const ids = [userId, organisationId, other.organisationId].map((ownerId) =>
      addApplication(store, { ownerId }).then(({ id }) => id),
    )
    const [own, counted] = await Promise.all(ids)
    assert.deepEqual(await idsOf(store, userId), [own])
    await store.organisations.change(organisationId, { quotaAccountId: userId })
    assert.deepEqual(await store.organisations.listOfQuotaAccount(userId), [organisationId])
    assert.deepEqual(new Set(await idsOf(store, userId)), new Set([own, counted]))
    assert.equal(await store.applications.countOfQuotaAccount(userId), 2)
    assert.equal(await store.consumers.countOfQuotaAccount(userId), 1)
    assert.equal(await store.addons.countOfQuotaAccount(userId), 0)
    assert.equal(await store.domains.countOfQuotaAccount(userId), 0)
  })

  promise('the longest-serving administrator is found', async (store) => {
    const { userId, organisationId } = await addAccount(store)
    const later = [await addAccount(store), await addAccount(store)].map(({ userId }) => userId)
    for (const id of later) {
      await store.members.put({ organisationId, userId: id, role: 'ADMIN', job: '' })
    }
    const oldest = async () => (await store.members.findOldestAdministrator(organisationId))?.userId
    assert.equal(await oldest(), userId)
    await store.members.put({ organisationId, userId, role: 'MANAGER', job: '' })
    assert.equal(await oldest(), later[0])
    await store.members.put({ organisationId, userId, role: 'ADMIN', job: '' })
    assert.equal(await oldest(), userId)
    await store.members.remove(organisationId, userId)
    await store.members.put({ organisationId, userId, role: 'ADMIN', job: '' })
    assert.equal(await oldest(), later[0])
  })

  promise('a user sees things of the personal space and the organisations', async (store) => {
    const { userId, organisationId, consumerKey } = await addAccount(store)
    const stranger = await addAccount(store)
    const own = await addApplication(store, { ownerId: userId, createdAt: 2 })
    const theirs = await addApplication(store, { ownerId: organisationId, createdAt: 1 })
    const gone = await addApplication(store, { ownerId: userId })
    await store.applications.setWanted(gone.id, 'gone')
    await addApplication(store, { ownerId: stranger.organisationId })
    assert.deepEqual(await store.applications.listSeenBy(userId), [theirs, own])
    const consumers = await store.consumers.listSeenBy(userId)
    assert.deepEqual(
      consumers.map((consumer) => ({ ...consumer })),
      [{ ownerId: organisationId, key: consumerKey, name: 'c', picture: '', url: '' }],
    )
  })

  promise('an invitation replaces an earlier one and is taken once', async (store) => {
    const { organisationId, userId } = await addAccount(store)
    const invitation = (digest: string) => ({
      id: newId('invitation'),
      digest,
      organisationId,
      email: 'new@x.test',
      job: '',
      role: 'DEVELOPER' as const,
      invitedBy: userId,
      createdAt: 1,
      expiresAt: 9e9,
    })
    await store.invitations.put(invitation('first'))
    await store.invitations.put(invitation('second'))
    assert.equal((await store.invitations.listOf(organisationId)).length, 1)
    assert.equal(await store.invitations.take('first'), undefined)
    assert.equal((await store.invitations.take('second'))?.email, 'new@x.test')
    assert.equal(await store.invitations.take('second'), undefined)
  })

  promise('a mailed key is taken once, with those of its purpose and address', async (store) => {
    const key = (digest: string) => ({
      digest,
      purpose: 'password-reset' as const,
      email: 'a@x.test',
      userId: null,
      keeps: { hash: 'h' },
      createdAt: 1,
      expiresAt: 9e9,
    })
    await store.mailedKeys.add(key('one'))
    await store.mailedKeys.add(key('two'))
    assert.equal(await store.mailedKeys.take('one', 'sign-up'), undefined)
    assert.deepEqual(await store.mailedKeys.take('one', 'password-reset'), key('one'))
    assert.equal(await store.mailedKeys.find('two', 'password-reset'), undefined)
  })

  promise('a taken mailed key keeps those of other accounts for its address', async (store) => {
    const { userId } = await addAccount(store)
    const key = (digest: string, owner: UserId | null) => ({
      digest,
      purpose: 'email' as const,
      email: 'a@x.test',
      userId: owner,
      keeps: {},
      createdAt: 1,
      expiresAt: 9e9,
    })
    await store.mailedKeys.add(key('one', null))
    await store.mailedKeys.add(key('two', userId))
    await store.mailedKeys.add(key('three', userId))
    await store.mailedKeys.take('two', 'email')
    assert.equal(await store.mailedKeys.find('three', 'email'), undefined)
    assert.ok(await store.mailedKeys.find('one', 'email'))
  })

  promise('the mailed keys of an account are listed and removed by purpose', async (store) => {
    const { userId } = await addAccount(store)
    const key = (digest: string, purpose: 'email' | 'password-reset', createdAt: number) => ({
      digest,
      purpose,
      email: 'a@x.test',
      userId,
      keeps: {},
      createdAt,
      expiresAt: 9e9,
    })
    await store.mailedKeys.add(key('old', 'email', 1))
    await store.mailedKeys.add(key('new', 'email', 2))
    await store.mailedKeys.add(key('other', 'password-reset', 3))
    const listed = await store.mailedKeys.listOf(userId, 'email')
    assert.deepEqual(listed, [key('new', 'email', 2), key('old', 'email', 1)])
    await store.mailedKeys.removeOf(userId, 'password-reset')
    assert.equal(await store.mailedKeys.find('other', 'password-reset'), undefined)
    assert.equal((await store.mailedKeys.listOf(userId, 'email')).length, 2)
  })

  promise('queued e-mails are found in the order they are due', async (store) => {
    const posting = (id: EmailId, dueAt: number) => ({
      id,
      kind: 'k',
      to: 'a@x.test',
      knows: { key: 'v' },
      createdAt: 1,
      dueAt,
      attempts: 0,
    })
    await store.outbox.add(posting('mail_late', 20))
    await store.outbox.add(posting('mail_soon', 10))
    assert.deepEqual(await store.outbox.findNext(), posting('mail_soon', 10))
    await store.outbox.postpone('mail_soon', 30)
    assert.equal((await store.outbox.findNext())?.id, 'mail_late')
    await store.outbox.remove('mail_late')
    assert.equal((await store.outbox.findNext())?.attempts, 1)
  })

  promise('a request token is agreed to once and taken once', async (store) => {
    const { userId, consumerKey } = await addAccount(store)
    const requestToken = {
      token: 'r',
      secret: 's',
      consumerKey,
      callback: 'oob',
      agreement: null,
      createdAt: 1,
      expiresAt: 2,
    }
    await store.requestTokens.add(requestToken)
    assert.deepEqual(await store.requestTokens.find('r'), requestToken)
    const rights: Right[] = ['access_organisations']
    const agreement = { userId, verifierDigest: 'v', rights }
    assert.equal(await store.requestTokens.agree('r', agreement), true)
    assert.equal(await store.requestTokens.agree('r', { ...agreement, userId: 'user_x' }), false)
    assert.deepEqual((await store.requestTokens.take('r'))?.agreement, agreement)
    assert.equal(await store.requestTokens.take('r'), undefined)
  })

  promise('a consumer is changed, and removed with all it issued', async (store, now) => {
    const { userId, consumerKey, organisationId } = await addAccount(store)
    await store.accessTokens.add(accessToken(userId, consumerKey, now))
    await store.consents.put({
      userId,
      consumerKey,
      offered: everyRight,
      granted: [],
      createdAt: 1,
    })
    await store.consumers.change(consumerKey, { rights: ['manage_ssh_keys'], name: 'other' })
    const [consumer] = await store.consumers.listOf(organisationId)
    assert.deepEqual([consumer?.name, consumer?.rights], ['other', ['manage_ssh_keys']])
    assert.equal(consumer?.secret, 'cs')
    assert.equal(consumer?.acceptsUnsignedQuery, false)
    await store.consumers.change(consumerKey, { acceptsUnsignedQuery: true })
    assert.equal((await store.consumers.find(consumerKey))?.acceptsUnsignedQuery, true)
    await store.consumers.remove(consumerKey)
    assert.equal(await store.accessTokens.find('t'), undefined)
    assert.equal(await store.consents.find(userId, consumerKey), undefined)
  })

  promise('all access tokens of a user are removed except the kept one', async (store, now) => {
    const { userId, consumerKey } = await addAccount(store)
    for (const token of ['a', 'b', 'c']) {
      await store.accessTokens.add({ ...accessToken(userId, consumerKey, now), token })
    }
    await store.accessTokens.noteUse('b', 77)
    await store.accessTokens.removeOf(userId, 'b')
    const left = await store.accessTokens.listOf(userId)
    assert.deepEqual(
      left.map(({ token, lastUsedAt }) => [token, lastUsedAt]),
      [['b', 77]],
    )
  })

  promise('an API token is found by its digest and changed by its user only', async (store) => {
    const [{ userId }, other] = [await addAccount(store), await addAccount(store)]
    const token = {
      id: 'api_tokens_1' as const,
      digest: 'd',
      userId,
      name: 'n',
      description: '',
      from: '',
      createdAt: 1,
      expiresAt: 2,
      lastUsedAt: 1,
    }
    await store.apiTokens.add(token)
    assert.deepEqual({ ...(await store.apiTokens.findByDigest('d')) }, token)
    assert.equal(await store.apiTokens.rename(other.userId, token.id, 'x', ''), false)
    assert.equal(await store.apiTokens.rename(userId, token.id, 'x', 'y'), true)
    assert.equal(await store.apiTokens.remove(other.userId, token.id), false)
    assert.equal(await store.apiTokens.remove(userId, token.id), true)
    assert.equal(await store.apiTokens.findByDigest('d'), undefined)
  })

  promise('sessions of a user are listed, found by id, and removed except one', async (store) => {
    const [one, two] = [await addAccount(store), await addAccount(store)]
    const open = (digest: string, userId: UserId, createdAt: number) =>
      store.sessions.add({ ...session, digest, userId, createdAt })
    await open('aa1', one.userId, 1)
    await open('aa2', one.userId, 3)
    await open('bb1', one.userId, 2)
    await open('cc1', two.userId, 1)
    const digests = async (userId: UserId) =>
      (await store.sessions.listOf(userId)).map(({ digest }) => digest)
    assert.deepEqual(await digests(one.userId), ['aa2', 'bb1', 'aa1'])
    assert.equal((await store.sessions.findOf(one.userId, 'bb'))?.digest, 'bb1')
    assert.equal(await store.sessions.findOf(one.userId, 'cc'), undefined)
    assert.equal(await store.sessions.findOf(one.userId, 'b%'), undefined)
    await store.sessions.removeOf(one.userId, 'bb')
    assert.deepEqual(await digests(one.userId), ['bb1'])
    await store.sessions.removeOf(one.userId)
    assert.deepEqual(await digests(one.userId), [])
    assert.deepEqual(await digests(two.userId), ['cc1'])
  })

  promise('of the sessions of a user only the newest are kept', async (store) => {
    const [one, two] = [await addAccount(store), await addAccount(store)]
    const open = (digest: string, userId: UserId, createdAt: number) =>
      store.sessions.add({ ...session, digest, userId, createdAt })
    for (const number of [1, 2, 3]) await open(`d${number}`, one.userId, number)
    await open('other', two.userId, 1)
    await store.sessions.keepNewest(one.userId, 2)
    const kept = await Promise.all(['d1', 'd2', 'd3', 'other'].map(store.sessions.find))
    assert.deepEqual(
      kept.map((session) => session?.digest),
      [undefined, 'd2', 'd3', 'other'],
    )
  })

  promise('codes of a second factor are spent once for each purpose', async (store) => {
    const { userId } = await addAccount(store)
    await store.secondFactors.put({ userId, secret: 'S', confirmedAt: null })
    const spend = (purpose: 'login' | 'api token', step: number) =>
      store.secondFactors.spendStep(userId, purpose, step)
    assert.equal(await spend('login', 7), true)
    assert.equal(await spend('login', 7), false)
    assert.equal(await spend('login', 6), false)
    assert.equal(await spend('api token', 7), true, 'each purpose spends its own')
    assert.equal(await spend('api token', 7), false)
    assert.equal(await spend('login', 8), true)
    await store.backupCodes.replace(userId, ['aaa', 'bbb'])
    assert.equal(await store.backupCodes.spend(userId, 'aaa'), true)
    assert.equal(await store.backupCodes.spend(userId, 'aaa'), false)
    assert.deepEqual(await store.backupCodes.listOf(userId), ['bbb'])
  })

  promise('audit entries are listed newest first, page by page, per owner', async (store) => {
    const entry = (number: number, ownerId: OwnerId = 'orga_1'): AuditEntry => ({
      id: `audit_${number}`,
      date: Math.floor(number / 2),
      ownerId,
      userId: 'user_1',
      action: 'a.b',
      target: '',
      outcome: 'done' as const,
      consumerKey: '',
      from: '::1',
      credential: 'ssh key' as const,
      credentialId: '',
    })
    for (const number of [1, 2, 3, 4]) await store.audit.add(entry(number))
    await store.audit.add(entry(5, 'orga_2'))
    const list = async (ownerId: OwnerId, before?: AuditEntryId) => {
      const page = { limit: 3, ...(before !== undefined && { before }) }
      return (await store.audit.listOf(ownerId, page)).map((found) => ({ ...found }))
    }
    assert.deepEqual(await list('orga_1'), [entry(4), entry(3), entry(2)])
    assert.deepEqual(await list('orga_1', 'audit_2'), [entry(1)])
    assert.deepEqual(await list('orga_2', 'audit_2'), [])
    await store.audit.removeOlderThan(2)
    assert.deepEqual(await list('orga_1'), [entry(4)])
  })

  promise('a begun audit entry is completed once with its outcome', async (store) => {
    const begun: AuditEntry = {
      id: 'audit_1',
      date: 1,
      ownerId: 'user_1',
      userId: 'user_1',
      action: 'a.b',
      target: '',
      outcome: 'begun' as const,
      consumerKey: '',
      from: '::1',
      credential: 'ssh key' as const,
      credentialId: '',
    }
    await store.audit.add(begun)
    const ending = { outcome: 'done', ownerId: 'orga_1', target: 'orga_1' } as const
    await store.audit.settle('audit_1', ending)
    const [settled] = await store.audit.listOf('orga_1', { limit: 1 })
    assert.deepEqual({ ...settled }, { ...begun, ...ending })
  })

  promise(
    'begun audit entries of some actions are found, and get the date of their end',
    async (store) => {
      const entry = (number: number, action: string, outcome: 'begun' | 'done'): AuditEntry => ({
        id: `audit_${number}`,
        date: number,
        ownerId: 'orga_1',
        userId: 'user_1',
        action,
        target: 'addon_1 (open)',
        outcome,
        credential: 'session',
        credentialId: 's',
        consumerKey: '',
        from: '10.0.0.1',
      })
      await store.audit.add(entry(2, 'addon.close-shell', 'begun'))
      await store.audit.add(entry(1, 'addon.end-import', 'begun'))
      await store.audit.add(entry(3, 'addon.order', 'begun'))
      await store.audit.add(entry(4, 'addon.close-shell', 'done'))
      await store.audit.add(entry(9, 'addon.close-shell', 'begun'))
      const idsBefore = async (date: number) =>
        (await store.audit.listBegun(['addon.close-shell', 'addon.end-import'], date)).map(
          ({ id }) => id,
        )
      assert.deepEqual(await idsBefore(9), ['audit_1', 'audit_2'])
      const ending = { ownerId: 'orga_1', target: 'addon_1', outcome: 'done', date: 20 } as const
      await store.audit.settle('audit_1', ending)
      assert.deepEqual(await idsBefore(9), ['audit_2'])
      const [newest] = await store.audit.listOf('orga_1', { limit: 1 })
      assert.equal(newest?.id, 'audit_1')
    },
  )

  promise(
    'audit entries are published at their resources in the order of their outcomes',
    async (store) => {
      const entry = (number: number, more: Partial<AuditEntry> = {}): AuditEntry => ({
        id: `audit_${number}`,
        date: number,
        ownerId: 'orga_1',
        userId: 'user_1',
        action: 'a.b',
        target: 'app_1',
        outcome: 'begun' as const,
        consumerKey: '',
        from: '::1',
        credential: 'ssh key' as const,
        credentialId: '',
        ...more,
      })
      const resource = { resourceId: 'app_1', ownerId: 'orga_1' } as const
      const ending = { outcome: 'done', ownerId: 'orga_1', target: 'app_1' } as const
      const published = async (after = 0, limit = 100) =>
        (await store.audit.listPublished(resource, after, limit)).map(({ entry: { id } }) => id)
      for (const number of [1, 2, 3]) await store.audit.add(entry(number), ['app_1'])
      assert.deepEqual(await published(), [])
      await store.audit.settle('audit_3', ending, ['app_1', 'addon_1'])
      await store.audit.settle('audit_1', ending, ['app_1'])
      // One that another owner has written about the same application, as a stranger's attempt is.
      const strange = entry(4, { ownerId: 'orga_2', outcome: 'refused' })
      await store.audit.add(strange, ['app_1'])
      await store.audit.add(entry(5, { outcome: 'failed' }), ['app_1'])
      assert.deepEqual(await published(), ['audit_3', 'audit_1', 'audit_5'])
      const [first] = await store.audit.listPublished(resource, 0, 1)
      assert.deepEqual(first?.entry, { ...entry(3), ...ending })
      assert.deepEqual(await published(first?.sequence), ['audit_1', 'audit_5'])
      assert.equal(await store.audit.countPublished(resource, first?.sequence ?? 0, 100), 2)
      assert.equal(await store.audit.countPublished(resource, 0, 2), 2)
      const addon = { resourceId: 'addon_1', ownerId: 'orga_1' } as const
      const none = { resourceId: 'app_2', ownerId: 'orga_1' } as const
      const last = await store.audit.lastPublished([resource, addon, none])
      const byId = last.toSorted((one, other) => one.sequence - other.sequence)
      assert.deepEqual(
        byId.map(({ resourceId }) => resourceId),
        ['addon_1', 'app_1'],
      )
      const unpublished = await store.audit.listUnpublished(10, { limit: 5, offset: 0 })
      assert.deepEqual(
        unpublished.map((found) => ({ ...found })),
        [entry(2)],
      )
      assert.deepEqual(await store.audit.listUnpublished(2, { limit: 5, offset: 0 }), [])
      await store.audit.publish(entry(2), ['app_1'])
      assert.deepEqual(await published(), ['audit_3', 'audit_1', 'audit_5', 'audit_2'])
      await store.audit.removeOlderThan(3)
      assert.deepEqual(await published(), ['audit_3', 'audit_5'])
    },
  )

  promise(
    'a reader of published audit entries misses none that is written meanwhile',
    async (store) => {
      const resource = { resourceId: 'app_1', ownerId: 'orga_1' } as const
      const add = (number: number) =>
        store.audit.add(
          {
            id: `audit_${number}`,
            date: number,
            ownerId: 'orga_1',
            userId: 'user_1',
            action: 'a.b',
            target: 'app_1',
            outcome: 'done',
            consumerKey: '',
            from: '::1',
            credential: 'ssh key',
            credentialId: '',
          },
          ['app_1'],
        )
      const count = 60
      let isWritten = false
      const writing = Promise.all(Array.from({ length: count }, (_, number) => add(number))).then(
        () => {
          isWritten = true
        },
      )
      const read = new Set<string>()
      for (let position = 0, isLast = false; ; ) {
        const found = await store.audit.listPublished(resource, position, 7)
        for (const { sequence, entry } of found) {
          position = sequence
          read.add(entry.id)
        }
        if (found.length === 0 && isLast) break
        isLast = isWritten
      }
      await writing
      assert.equal(read.size, count)
    },
  )

  promise('only expired records are removed', async (store, now) => {
    const { userId, consumerKey } = await addAccount(store)
    await store.accessTokens.add({ ...accessToken(userId, consumerKey, now), token: 'old' })
    const young = { ...accessToken(userId, consumerKey, now), token: 'young', expiresAt: 5000 }
    await store.accessTokens.add(young)
    await store.removeExpired(3000)
    assert.deepEqual(await store.accessTokens.listOf(userId), [young])
  })

  promise('an avatar replaces the previous one', async (store) => {
    const picture = (id: AvatarId): Avatar => ({
      id,
      ownerId: 'orga_o',
      type: 'image/png',
      content: Buffer.from([1]),
    })
    await store.avatars.put(picture('avatar_one'))
    await store.avatars.put(picture('avatar_two'))
    assert.equal(await store.avatars.find('avatar_one'), undefined)
    assert.deepEqual(await store.avatars.find('avatar_two'), picture('avatar_two'))
    await store.avatars.removeOf('orga_o')
    assert.equal(await store.avatars.find('avatar_two'), undefined)
  })
}

const accessToken = (userId: UserId, consumerKey: string, now: number) => ({
  token: 't',
  secret: 's',
  userId,
  consumerKey,
  rights: everyRight,
  createdAt: now,
  expiresAt: now + 1000,
  lastUsedAt: now,
})

const idsOf = async (store: Store, accountId: OwnerId) =>
  (await store.applications.listOfQuotaAccount(accountId)).map(({ id }) => id)
