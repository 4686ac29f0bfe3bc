import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#kit/text/ids.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { commitOf } from '#tests/support/platform/platform.ts'
import { openTypedApi } from '#tests/support/platform/typed-api.ts'
import { removeTool } from './remove-tool.ts'

const tool = { name: 'node', version: '22.20.0' }
const recipe = JSON.stringify({ tools: [tool] })

const refused = (said: RegExp) => (error: unknown) =>
  error instanceof Refusal && said.test(error.message)

test('remove a tool: one that a release runs on stays, and the application is named', async () => {
  await using api = await openTypedApi()
  const application = await api.application({ environment: { RECIPE: recipe } })
  await api.deploy(application, commitOf('1'))
  await assert.rejects(
    removeTool(api.platform, tool),
    refused(
      new RegExp(
        `releases that run or may be started again need it, such as that of ${application.name}`,
      ),
    ),
  )
})

test('remove a tool: one that no release needs goes, and is missing afterwards', async () => {
  await using api = await openTypedApi()
  await removeTool(api.platform, tool)
  await assert.rejects(removeTool(api.platform, tool), refused(/has no node 22\.20\.0/))
})

test('remove a tool: one that was just used stays while a deployment runs that may need it', async () => {
  await using api = await openTypedApi()
  const application = await api.application()
  const { store, clock, toolchains } = api.platform
  await store.deployments.add({
    id: newId('deployment'),
    applicationId: application.id,
    action: 'deploy',
    state: 'queued',
    cause: 'Git',
    commit: commitOf('1'),
    authorId: '',
    createdAt: clock(),
    changedAt: clock(),
    withoutCache: false,
    attempts: 0,
    cancelRequested: false,
    failure: null,
    instances: 1,
  })
  const installed = await toolchains.installed()
  toolchains.installed = async () => installed.map((each) => ({ ...each, usedAt: clock() }))
  await assert.rejects(removeTool(api.platform, tool), refused(/try again when that has ended/))
})
