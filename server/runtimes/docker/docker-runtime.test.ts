import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import { imageCommand } from '#platform/model/hosting/recipe/recipe.ts'
import { filesSource } from '#tests/source-files.ts'
import { createDockerRuntime } from './docker-runtime.ts'

const recipeOf = (files: Record<string, string>, environment: Record<string, string> = {}) =>
  createDockerRuntime().recipe(filesSource(files), environment)

test('docker: the Dockerfile of the main folder is built, and its container listens on 8080', async () => {
  const { dockerfile, warnings } = await recipeOf({ Dockerfile: 'FROM scratch' })
  assert.deepEqual(dockerfile, { path: 'Dockerfile', port: 8080, buildArguments: [], secrets: [] })
  assert.deepEqual(warnings, [])
})

test('docker: variables name another file, another port, build arguments and secrets', async () => {
  const { dockerfile, warnings } = await recipeOf(
    { 'docker/app.Dockerfile': 'FROM scratch' },
    {
      CC_DOCKERFILE: './docker/app.Dockerfile',
      CC_DOCKER_EXPOSED_HTTP_PORT: '3000',
      CC_DOCKER_BUILD_ARGUMENTS: 'VERSION, MISSING',
      CC_DOCKER_BUILD_SECRETS: 'TOKEN,ABSENT',
      VERSION: '1',
      TOKEN: 'secret',
    },
  )
  assert.deepEqual(dockerfile, {
    path: 'docker/app.Dockerfile',
    port: 3000,
    buildArguments: ['VERSION', 'MISSING'],
    secrets: ['TOKEN', 'ABSENT'],
  })
  assert.match(warnings.join(), /"MISSING", which is not set.*_SECRETS names "ABSENT"/)
})

test('docker: a missing file and an impossible port fail with one sentence', async () => {
  const isFailure = (message: RegExp) => (error: unknown) =>
    error instanceof Failure && error.step === 'recipe' && message.test(error.message)
  await assert.rejects(recipeOf({}), isFailure(/^There is no "Dockerfile"/))
  await assert.rejects(
    recipeOf({ 'docker/Dockerfile.web': '', 'api.Dockerfile': '', 'README.md': '' }),
    (error) =>
      error instanceof Failure &&
      /CC_DOCKERFILE .*"api\.Dockerfile", "docker\/Dockerfile\.web"\.$/.test(error.advice.join()),
  )
  await assert.rejects(
    recipeOf({ Dockerfile: '' }, { CC_DOCKER_EXPOSED_HTTP_PORT: '70000' }),
    isFailure(/CC_DOCKER_EXPOSED_HTTP_PORT/),
  )
})

test('docker: a request flow is refused, as the image brings its own', async () => {
  await assert.rejects(
    recipeOf({ Dockerfile: '' }, { CC_REQUEST_FLOW: 'block' }),
    /the image itself/,
  )
  assert.ok(await recipeOf({ Dockerfile: '' }, { CC_REQUEST_FLOW: 'disable' }))
})

test('docker: a login names its registry in the recipe and nothing secret, and half of one fails', async () => {
  const login = { CC_DOCKER_LOGIN_USERNAME: 'reader', CC_DOCKER_LOGIN_PASSWORD: 'pass phrase 93' }
  const recipe = await recipeOf({ Dockerfile: '' }, login)
  assert.equal(recipe.dockerfile?.login, 'docker.io')
  assert.doesNotMatch(JSON.stringify(recipe), /pass phrase/)
  const named = { ...login, CC_DOCKER_LOGIN_SERVER: 'images.example:5000' }
  assert.equal((await recipeOf({ Dockerfile: '' }, named)).dockerfile?.login, 'images.example:5000')
  await assert.rejects(
    recipeOf({ Dockerfile: '' }, { CC_DOCKER_LOGIN_USERNAME: 'reader' }),
    Failure,
  )
})

test('docker: a file for the platform names an image by reference, which is pulled', async () => {
  const image = 'registry.example:5000/team/shop:1.2'
  const file = JSON.stringify({ image })
  for (const path of ['berth/image.json', 'clevercloud/image.json']) {
    const { dockerfile } = await recipeOf(
      { [path]: file, Dockerfile: 'FROM scratch' },
      { CC_DOCKER_EXPOSED_HTTP_PORT: '3000' },
    )
    assert.deepEqual(dockerfile, {
      path,
      image: { reference: image },
      port: 3000,
      buildArguments: [],
    })
  }
  for (const [wrong, message] of [
    ['{', /not valid JSON at line 1/],
    ['[]', /must name an image/],
    ['{ "image": 5 }', /must name an image/],
    ['{ "image": "--help" }', /names the image "--help", and it must be the name/],
  ] as const) {
    await assert.rejects(
      recipeOf({ 'berth/image.json': wrong }),
      (error) => error instanceof Failure && message.test(error.message),
    )
  }
})

test('docker: hooks around the start, workers, tasks and CC_RUN_COMMAND are of the image', async () => {
  const recipe = await recipeOf(
    { Dockerfile: '' },
    {
      CC_PRE_RUN_HOOK: './prepare',
      CC_RUN_COMMAND: './serve',
      CC_RUN_SUCCEEDED_HOOK: './tell',
      CC_WORKER_COMMAND: './work',
      CC_TASK: 'true',
    },
  )
  const shell = (text: string) => ['sh', '-c', text]
  assert.deepEqual(recipe.beforeStart?.[0]?.command, shell('./prepare'))
  assert.deepEqual(recipe.start, shell('./serve'))
  assert.deepEqual(recipe.epilogue, { succeeded: shell('./tell') })
  assert.deepEqual(recipe.workers?.[0]?.command, shell('./work'))
  assert.equal(recipe.purpose, 'task')
  const { start, purpose } = await recipeOf({ Dockerfile: '' }, { CC_TASK: 'true' })
  assert.deepEqual([start, purpose], [imageCommand, 'task'])
})

test('docker: what a Dockerfile does itself is named in the log', async () => {
  const { warnings } = await recipeOf(
    { Dockerfile: '' },
    { CC_PRE_BUILD_HOOK: 'make', APP_FOLDER: 'web' },
  )
  assert.deepEqual(
    warnings.map((warning) => warning.replace(/:.*/, '')),
    ['APP_FOLDER', 'CC_PRE_BUILD_HOOK'].map(
      (name) => `${name} does nothing for an application of type docker`,
    ),
  )
  await assert.rejects(
    recipeOf({ Dockerfile: '' }, { CC_WORKER_RESTART: 'sometimes' }),
    /CC_WORKER_RESTART/,
  )
})
