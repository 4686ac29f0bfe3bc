import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClient } from '#client/client.ts'
import { availableExamples } from '#platform/hosting/applications/examples.ts'
import { exampleNames, examples } from '#platform/model/hosting/examples/examples.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { createRuntimes } from '#runtimes/runtimes.ts'
import { openExample } from '#tests/examples.ts'
import { packagedCatalogue } from '#tests/support/packaged-catalogue.ts'
import { openTestApi } from '#tests/support/platform/api.ts'
import { readExample } from '#wiring/git/example-files.ts'

test('example: is created and deployed as by a push, with a name of its own and two audit entries', async () => {
  let isRefusing = false
  await using api = await openTestApi({}, (parts) => ({
    ...parts,
    repositories: {
      ...parts.repositories,
      async commitExample(...args) {
        if (isRefusing) throw new Refusal('limited', 'No room.')
        return parts.repositories.commitExample(...args)
      },
    },
  }))
  const client = createClient({ api: api.url, credentials: api.account })
  try {
    const ownerId = api.account.organisationId
    const first = await client.examples.deploy(ownerId, 'hello')
    assert.equal(first.application.name, 'hello')
    const deployment = await api.ended(first.deploymentId as `deployment_${string}`)
    assert.deepEqual([deployment.state, deployment.cause], ['live', 'Git'])
    assert.match(deployment.authorId, /^user_/)
    assert.equal(deployment.applicationId, first.id)
    const second = await client.examples.deploy(ownerId, 'hello')
    assert.equal(second.application.name, 'hello-2')
    await api.ended(second.deploymentId as `deployment_${string}`)

    const audited = await api.platform.store.audit.listOf(ownerId, { limit: 10 })
    const entries = audited.map(({ action, outcome, target }) => `${action} ${outcome} ${target}`)
    assert.ok(entries.includes(`application.create done ${first.id}`), entries.join())
    assert.ok(entries.includes(`application.push done ${first.id} ${deployment.commit}`))

    const before = await client.applications.list(ownerId)
    isRefusing = true
    await assert.rejects(client.examples.deploy(ownerId, 'hello'), /No room/)
    assert.deepEqual((await client.applications.list(ownerId)).length, before.length)
  } finally {
    client.close()
  }
})

test('examples: a platform offers those of its types, and refuses any other by their names', async () => {
  await using api = await openTestApi()
  const client = createClient({ api: api.url, credentials: api.account })
  try {
    assert.deepEqual(
      (await client.examples.list()).map(({ name, type }) => [name, type]),
      [['hello', 'node']],
    )
    const { organisationId } = api.account
    await assert.rejects(client.examples.deploy(organisationId, 'other'), /take hello\./)
    await assert.rejects(client.examples.deploy(organisationId, 'rust'), /type "rust"/)
  } finally {
    client.close()
  }
})

test('examples: there is one of each type but Play, whose files are read as a repository has them', async () => {
  const runtimes = createRuntimes(packagedCatalogue)
  const engine = { buildsDockerfiles: true }
  const offered: string[] = availableExamples({ engine, runtimes } as never).map(({ type }) => type)
  const others = runtimes.map(({ type }) => type).filter((type) => !offered.includes(type))
  assert.deepEqual(others.sort(), ['play1', 'play2', 'sbt'])
  const files = await readExample('docker')
  assert.ok(files.has('Dockerfile') && files.has('site/cgi-bin/database'))
  assert.ok(!files.has('application.json') && !files.has('expected-recipe.json'))
})

test('examples: the variables of each are those that its tests have', async () => {
  for (const name of exampleNames) {
    const { type, environment } = await openExample(name)
    assert.equal(examples[name].type, type)
    if (name !== 'hello') assert.deepEqual(examples[name].environment, environment, name)
  }
})
