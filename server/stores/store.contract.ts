import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { newId } from '#kit/text/ids.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import type { Deployment } from '#platform/model/hosting/deployments/deployment.ts'
import type { Run } from '#platform/model/hosting/runs/run.ts'
import { everyRight } from '#platform/model/identity/access/rights.ts'
import { newOrganisation } from '#platform/model/identity/accounts/organisation.ts'
import { newUser } from '#platform/model/identity/accounts/user.ts'
import type { ApplicationId } from '#platform/model/ids.ts'
import type { Store } from '#platform/model/store.ts'

/** Contract of every store. `open` returns an empty store. */
export function storeContract(name: string, open: () => Promise<Store>): void {
  const promise = (sentence: string, body: (store: Store) => Promise<void>) =>
    test(`${name}: ${sentence}`, async () => {
      const store = await open()
      try {
        await body(store)
      } finally {
        await store.close()
      }
    })

  promise('an account, its organisation and its role are found', async (store) => {
    const { userId, organisationId } = await addAccount(store)
    assert.equal((await store.users.find(userId))?.email, `${userId}@example.test`)
    assert.equal((await store.users.findByEmail(`${userId}@example.test`))?.id, userId)
    assert.equal((await store.members.find(organisationId, userId))?.role, 'ADMIN')
    const [membership] = await store.organisations.listOf(userId)
    assert.equal(membership?.organisation.id, organisationId)
    assert.equal(await store.users.find('user_nobody'), undefined)
  })

  promise(
    'deployments that nobody asked for are kept in a limited number, unless something is of them',
    async (store) => {
      const { id } = await addApplication(store)
      const other = await addApplication(store)
      const ended = { state: 'live', authorId: '' } as const
      const automatic: Deployment[] = []
      for (let at = 0; at < 5; at += 1) automatic.push(await addDeployment(store, id, ended))
      const asked = await addDeployment(store, id, { state: 'live' })
      const queued = await addDeployment(store, id, { authorId: '' })
      const [first] = automatic
      await store.applications.setLive(id, first?.id ?? asked.id, 'c'.repeat(40))
      const alone = await addDeployment(store, other.id, ended)
      await store.deployments.removeAutomaticBeyond(2)
      const kept = [...(await store.deployments.listOf(id, {}))].map((each) => each.id)
      const expected = [queued, asked, automatic[4], automatic[3], first].map((each) => each?.id)
      assert.deepEqual(kept, expected)
      assert.equal((await store.deployments.listOf(other.id, {})).length, 1)
      assert.equal((await store.deployments.steps(alone.id)).length, 1)
      assert.deepEqual(await store.deployments.steps(automatic[1]?.id ?? alone.id), [])
    },
  )

  promise('an SSH key is replaced by name and found by fingerprint', async (store) => {
    const { userId } = await addAccount(store)
    await store.sshKeys.put({ userId, name: 'laptop', line: 'a', fingerprint: 'SHA256:a' })
    await store.sshKeys.put({ userId, name: 'laptop', line: 'b', fingerprint: 'SHA256:b' })
    assert.equal((await store.sshKeys.list(userId)).length, 1)
    assert.equal(await store.sshKeys.findByFingerprint('SHA256:a'), undefined)
    assert.equal((await store.sshKeys.findByFingerprint('SHA256:b'))?.userId, userId)
    assert.equal(await store.sshKeys.remove(userId, 'laptop'), true)
    assert.equal(await store.sshKeys.remove(userId, 'laptop'), false)
  })

  promise('settings of a user are separated by env and go with the user', async (store) => {
    const { userId } = await addAccount(store)
    const key = { userId, env: '', name: 'theme' }
    await store.userSettings.put({ ...key, value: 'dark' })
    await store.userSettings.put({ ...key, value: 'light' })
    await store.userSettings.put({ ...key, env: 'x', value: 'other' })
    assert.equal((await store.userSettings.find(key))?.value, 'light')
    const values = (await store.userSettings.listOf(userId, '')).map(({ value }) => value)
    assert.deepEqual(values, ['light'])
    assert.equal(await store.userSettings.countOf(userId), 2)
    assert.equal(await store.userSettings.remove(key), true)
    assert.equal(await store.userSettings.remove(key), false)
    await store.users.remove(userId)
    assert.equal(await store.userSettings.countOf(userId), 0)
  })

  promise('a login of a command-line tool is taken once', async (store) => {
    const { userId, consumerKey } = await addAccount(store)
    const token = {
      token: 't',
      secret: 's',
      consumerKey,
      userId,
      rights: everyRight,
      createdAt: 1,
      expiresAt: 2,
      lastUsedAt: 1,
    }
    await store.accessTokens.add(token)
    await store.cliLogins.add({ cliToken: 'c', accessToken: 't', createdAt: 1 })
    assert.equal((await store.cliLogins.take('c'))?.accessToken, 't')
    assert.equal(await store.cliLogins.take('c'), undefined)
    assert.deepEqual(await store.accessTokens.find('t'), token)
  })

  promise('applications keep every field and get sequence numbers', async (store) => {
    const first = await addApplication(store, { forceHttps: true })
    const second = await addApplication(store, { ownerId: first.ownerId })
    assert.deepEqual([first.number, second.number], [1, 2])
    assert.deepEqual(await store.applications.find(first.id), first)
    assert.deepEqual(await store.applications.listOf(first.ownerId), [first, second])
    const page = (limit: number | undefined, offset: number) =>
      store.applications.listOf(first.ownerId, { ...(limit && { limit }), offset })
    assert.deepEqual(await page(1, 0), [first])
    assert.deepEqual(await page(5, 1), [second])
    assert.deepEqual(await page(undefined, 1), [second])
    assert.deepEqual(await page(1, 2), [])
    await store.applications.change(first.id, { name: 'other', forceHttps: false })
    const changed = await store.applications.find(first.id)
    assert.deepEqual(changed, { ...first, name: 'other', forceHttps: false })
  })

  promise(
    'visitor rules: each part is kept without the other, and gone with the application',
    async (store) => {
      const { id: applicationId } = await addApplication(store)
      const maintenance = {
        since: 1,
        startedBy: newId('user'),
        until: null,
        message: 'é',
        allowed: ['::1'],
        secret: 's',
      }
      const basicAuth = { salt: '00', digests: ['11'] }
      await store.visitorRules.setBasicAuth(applicationId, null)
      await store.visitorRules.setMaintenance(applicationId, maintenance)
      await store.visitorRules.setBasicAuth(applicationId, basicAuth)
      const rules = { applicationId, maintenance, basicAuth }
      assert.deepEqual(await store.visitorRules.find(applicationId), rules)
      assert.deepEqual(await store.visitorRules.listAll(), [rules])
      await store.visitorRules.setMaintenance(applicationId, null)
      const left = { applicationId, maintenance: null, basicAuth }
      assert.deepEqual(await store.visitorRules.find(applicationId), left)
      await store.applications.remove(applicationId)
      assert.equal(await store.visitorRules.find(applicationId), undefined)
    },
  )

  promise('a sleep ends when a release goes live, and at a stop', async (store) => {
    const { id } = await addApplication(store, { wanted: 'up', sleepTimeout: 60_000 })
    const sleepOf = async () => {
      const found = await store.applications.find(id)
      return [found?.sleepTimeout, found?.asleepSince, found?.wakeRequestedAt]
    }
    const asleep = { asleepSince: 5, wakeRequestedAt: 6 }
    await store.applications.setSleep(id, asleep)
    assert.deepEqual(await sleepOf(), [60_000, 5, 6])
    await store.applications.setLive(id, 'deployment_1', 'c'.repeat(40))
    assert.deepEqual(await sleepOf(), [60_000, null, null])
    await store.applications.setSleep(id, asleep)
    await store.applications.setWanted(id, 'down')
    assert.deepEqual(await sleepOf(), [60_000, null, null])
  })

  promise('the last visit is the latest, and gone with the application', async (store) => {
    const { id: applicationId } = await addApplication(store)
    assert.equal(await store.visits.find(applicationId), undefined)
    await store.visits.put([{ applicationId, lastVisitAt: 5 }])
    await store.visits.put([{ applicationId, lastVisitAt: 7 }])
    await store.visits.put([
      { applicationId, lastVisitAt: 6 },
      { applicationId: newId('app'), lastVisitAt: 9 },
    ])
    assert.equal(await store.visits.find(applicationId), 7)
    await store.applications.remove(applicationId)
    assert.equal(await store.visits.find(applicationId), undefined)
  })

  promise('an application whose deletion has begun is no longer found', async (store) => {
    const { id, ownerId } = await addApplication(store)
    await store.applications.setWanted(id, 'gone')
    assert.equal(await store.applications.find(id), undefined)
    assert.deepEqual(await store.applications.listOf(ownerId), [])
    assert.equal((await store.applications.listAll()).length, 1)
  })

  promise('a deletion that has begun is not undone by a switch or a stop', async (store) => {
    const { id } = await addApplication(store)
    await store.applications.setWanted(id, 'gone')
    await store.applications.setLive(id, 'deployment_1', 'c'.repeat(40))
    await store.applications.setWanted(id, 'down')
    const [{ wanted } = assert.fail()] = await store.applications.listAll()
    assert.equal(wanted, 'gone')
  })

  promise('thousands of variables are replaced at once', async (store) => {
    const { id } = await addApplication(store)
    const many = Array.from({ length: 12_000 }, (_, number) => [`V${number}`, 'x'] as const)
    await store.transaction((inside) => inside.variables.replace(id, Object.fromEntries(many)))
    assert.equal(Object.keys(await store.variables.of(id)).length, many.length)
  })

  promise('an application is removed with everything that refers to it', async (store) => {
    const { id } = await addApplication(store)
    await store.variables.set(id, 'A', '1')
    await store.domains.add({ host: 'a.test', path: '/', applicationId: id, favourite: false })
    const deployment = await addDeployment(store, id)
    await store.applications.remove(id)
    assert.deepEqual(await store.variables.of(id), {})
    assert.deepEqual(await store.domains.listOf(id), [])
    assert.equal(await store.deployments.find(deployment.id), undefined)
  })

  promise('variables are read unchanged, whatever their content', async (store) => {
    const { id } = await addApplication(store)
    const value = 'line one\nline two "quoted" \u{1f6a2} \\ $HOME'
    await store.variables.set(id, 'B', 'first')
    await store.variables.set(id, 'B', value)
    await store.variables.set(id, 'A', '')
    assert.deepEqual(await store.variables.of(id), { A: '', B: value })
    await store.variables.unset(id, 'A')
    await store.variables.replace(id, { C: '3' })
    assert.deepEqual(await store.variables.of(id), { C: '3' })
  })

  promise('deployments are numbered per application and listed newest first', async (store) => {
    const [one, two] = [await addApplication(store), await addApplication(store)]
    const first = await addDeployment(store, one.id)
    const second = await addDeployment(store, one.id, { action: 'stop' })
    const other = await addDeployment(store, two.id)
    assert.deepEqual([first.number, second.number, other.number], [1, 2, 1])
    const ids = async (page: Parameters<Store['deployments']['listOf']>[1]) =>
      (await store.deployments.listOf(one.id, page)).map(({ id }) => id)
    assert.deepEqual(await ids({}), [second.id, first.id])
    assert.deepEqual(await ids({ limit: 1 }), [second.id])
    assert.deepEqual(await ids({ offset: 1 }), [first.id])
    assert.deepEqual(await ids({ actions: ['deploy'] }), [first.id])
    assert.deepEqual(await ids({ isAscending: true, limit: 1 }), [first.id])
    assert.equal((await store.deployments.steps(first.id, second.id)).length, 2)
    assert.equal((await store.deployments.findByNumber(one.id, 2))?.id, second.id)
  })

  promise(
    'current deployments of an owner are the newest, unfinished and live ones',
    async (store) => {
      const one = await addApplication(store)
      const two = await addApplication(store, { ownerId: one.ownerId })
      const foreign = await addApplication(store)
      const add = async (applicationId: ApplicationId, state: Deployment['state']) =>
        (await addDeployment(store, applicationId, { state })).id
      const live = await add(one.id, 'live')
      await add(one.id, 'failed')
      const unfinished = await add(one.id, 'building')
      await add(one.id, 'cancelled')
      const newest = await add(one.id, 'cancelled')
      await store.applications.setLive(one.id, live, 'c'.repeat(40))
      const other = await add(two.id, 'queued')
      await add(foreign.id, 'queued')
      const ids = async (...args: Parameters<Store['deployments']['listCurrentOf']>) =>
        (await store.deployments.listCurrentOf(...args)).map(({ id }) => id)
      assert.deepEqual(await ids(one.ownerId, one.id), [newest, unfinished, live])
      assert.deepEqual(
        (await ids(one.ownerId)).toSorted(),
        [newest, unfinished, live, other].toSorted(),
      )
      assert.deepEqual(await ids(one.ownerId, foreign.id), [])
    },
  )

  promise('a deployment changes state only from its current one', async (store) => {
    const { id: applicationId } = await addApplication(store)
    const { id } = await addDeployment(store, applicationId)
    const enter = store.deployments.enter
    assert.equal(await enter(id, { from: 'queued', to: 'building', date: 2 }), true)
    assert.equal(await enter(id, { from: 'queued', to: 'cancelled', date: 3 }), false)
    await enter(id, { from: 'building', to: 'failed', date: 4, failure: 'why' })
    const ended = await store.deployments.find(id)
    assert.deepEqual([ended?.state, ended?.failure, ended?.changedAt], ['failed', 'why', 4])
    const steps = await store.deployments.steps(id)
    assert.deepEqual(
      steps.map(({ state }) => state),
      ['queued', 'building', 'failed'],
    )
  })

  promise('only deployments that have not ended are unfinished', async (store) => {
    const { id: applicationId } = await addApplication(store)
    const [open, closed] = [
      await addDeployment(store, applicationId),
      await addDeployment(store, applicationId),
    ]
    await store.deployments.enter(closed.id, { from: 'queued', to: 'cancelled', date: 2 })
    await store.deployments.countAttempt(open.id)
    await store.deployments.requestCancel(open.id)
    const unfinished = await store.deployments.listUnfinished()
    const queued = (await store.deployments.countByState()).get('queued')
    assert.equal(queued, unfinished.filter(({ state }) => state === 'queued').length)
    assert.deepEqual(
      unfinished.map(({ id, attempts, cancelRequested }) => [id, attempts, cancelRequested]),
      [[open.id, 1, true]],
    )
  })

  promise('a release keeps artifact, recipe and environment', async (store) => {
    const { id: applicationId } = await addApplication(store)
    const deployment = await addDeployment(store, applicationId)
    const release = {
      deploymentId: deployment.id,
      applicationId,
      number: 1,
      commit: 'c',
      buildFingerprint: 'f',
      artifact: { id: 'a', handle: { folder: 'x' } },
      recipe: {
        runtime: 'node',
        tools: [],
        build: [],
        start: ['node', 'x'] as [string, ...string[]],
        environment: {},
        notes: [],
        warnings: [],
      },
      environment: { SECRET: 'hidden' },
      createdAt: 1,
    }
    await store.releases.put(release)
    await store.releases.put(release)
    const pages = { 502: '<h1>é</h1>' }
    await store.releasePages.put(release.deploymentId, { 503: 'old' })
    await store.releasePages.put(release.deploymentId, pages)
    assert.deepEqual(await store.releasePages.find(release.deploymentId), pages)
    assert.deepEqual(await store.releasePages.listLive(), [])
    assert.deepEqual(await store.releases.find(deployment.id), release)
    assert.deepEqual(await store.releases.findBuilt(applicationId, 'f'), release)
    assert.equal(await store.releases.findBuilt(applicationId, 'g'), undefined)
    await store.releases.remove(deployment.id)
    assert.deepEqual(await store.releases.listOf(applicationId), [])
  })

  promise('an instance is stored before it has started', async (store) => {
    const instanceId = randomUUID()
    const instance = {
      id: instanceId,
      applicationId: 'app_app',
      deploymentId: 'deployment_d',
      number: 0,
      state: 'starting',
      flavor: 'XS',
      createdAt: 1,
      started: null,
    } as const
    await store.instances.add(instance)
    assert.deepEqual(await store.instances.listOf('app_app'), [instance])
    const started = { instanceId, address: { host: '10.0.0.2', port: 8080 }, handle: [1] }
    await store.instances.update(instanceId, { state: 'up', started })
    assert.deepEqual(await store.instances.find(instanceId), { ...instance, state: 'up', started })
    await store.instances.remove(instanceId)
    assert.deepEqual(await store.instances.listAll(), [])
  })

  promise('a run ends once, and the oldest of those that have ended go first', async (store) => {
    const { id: applicationId } = await addApplication(store)
    const before = (await store.runs.listUnfinished()).length
    const add = async (createdAt: number): Promise<Run> => {
      const run: Run = {
        id: newId('run'),
        applicationId,
        deploymentId: newId('deployment'),
        release: 1,
        commit: 'c',
        command: 'secret',
        flavor: 'XS',
        isDetached: true,
        timeout: 60_000,
        startedBy: '',
        credential: 'session',
        credentialId: '',
        from: '',
        serverId: 'here',
        state: 'starting',
        createdAt,
        startedAt: null,
        endedAt: null,
        exitCode: null,
        reason: null,
        output: '',
        outputEnd: 0,
      }
      await store.runs.add(run)
      return run
    }
    const [old, late, last] = [await add(1), await add(2), await add(3)]
    await store.runs.begin(old.id, 5)
    await store.runs.keepOutput(old.id, { output: 'so far', outputEnd: 6 })
    assert.deepEqual(await store.runs.find(old.id), {
      ...old,
      state: 'running',
      startedAt: 5,
      output: 'so far',
      outputEnd: 6,
    })
    assert.equal((await store.runs.listUnfinished()).length, before + 3)
    const end = { endedAt: 9, exitCode: 0, reason: null, output: 'all', outputEnd: 8 }
    for (const { id } of [old, late])
      assert.equal(await store.runs.end(id, { ...end, state: 'succeeded' }), true)
    assert.equal(await store.runs.end(old.id, { ...end, state: 'failed' }), false)
    await store.runs.keepOutput(old.id, { output: 'late', outputEnd: 9 })
    assert.equal((await store.runs.find(old.id))?.output, 'all')
    const listed = async () => (await store.runs.list(applicationId, 9)).map(({ id }) => id)
    assert.deepEqual(await listed(), [last.id, late.id, old.id])
    await store.runs.trim(applicationId, { keep: 2, before: 0 })
    assert.deepEqual(await listed(), [last.id, late.id])
    await store.runs.trim(applicationId, { keep: 9, before: 100 })
    assert.deepEqual(await listed(), [last.id], 'one that goes on stays')
    assert.deepEqual(
      (await store.runs.listUnfinished(applicationId)).map(({ command }) => command),
      ['secret'],
    )
  })

  promise('a failed transaction is rolled back', async (store) => {
    const { id } = await addApplication(store)
    const attempt = store.transaction(async (inside) => {
      await inside.variables.set(id, 'A', '1')
      throw new Error('no')
    })
    await assert.rejects(attempt, /no/)
    assert.deepEqual(await store.variables.of(id), {})
  })
}

export async function addAccount(store: Store) {
  const [userId, organisationId, consumerKey] = [newId('user'), newId('orga'), newId('key')]
  const email = `${userId}@example.test`
  await store.users.add(newUser(userId, { email, passwordHash: 'x' }, 1))
  await store.organisations.add(newOrganisation(organisationId, 'o', 1))
  await store.members.put({ organisationId, userId, role: 'ADMIN', job: '' })
  await store.consumers.add({
    key: consumerKey,
    secret: 'cs',
    name: 'c',
    ownerId: organisationId,
    createdAt: 1,
    description: '',
    url: '',
    picture: '',
    baseUrl: '',
    rights: everyRight,
    acceptsUnsignedQuery: false,
  })
  return { userId, organisationId, consumerKey }
}

/** Adds an application with the given fields and defaults. */
export function addApplication(
  store: Store,
  fields: Partial<Application> = {},
): Promise<Application> {
  return store.applications.add({
    id: newId('app'),
    ownerId: newId('orga'),
    name: 'hello',
    description: '',
    tags: [],
    type: 'node',
    zone: 'par',
    branch: 'master',
    minFlavor: 'XS',
    maxFlavor: 'XS',
    buildFlavor: 'M',
    currentInstances: 1,
    currentFlavor: 'XS',
    minInstances: 1,
    maxInstances: 1,
    separateBuild: false,
    stickySessions: false,
    homogeneous: false,
    cancelOnPush: false,
    forceHttps: false,
    favourite: false,
    archived: false,
    isTask: false,
    suspended: false,
    previewOf: null,
    sleepTimeout: null,
    asleepSince: null,
    wakeRequestedAt: null,
    createdAt: 1,
    wanted: 'down',
    liveDeploymentId: null,
    commit: null,
    ...fields,
  })
}

/** Adds a queued deployment with the given fields. */
export function addDeployment(
  store: Store,
  applicationId: ApplicationId,
  fields: Partial<Deployment> = {},
): Promise<Deployment> {
  return store.deployments.add({
    id: newId('deployment'),
    applicationId,
    action: 'deploy',
    state: 'queued',
    cause: 'Git',
    commit: 'c'.repeat(40),
    instances: 1,
    authorId: 'user_x',
    createdAt: 1,
    changedAt: 1,
    withoutCache: false,
    attempts: 0,
    cancelRequested: false,
    failure: null,
    ...fields,
  })
}
