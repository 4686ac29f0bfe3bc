import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import { createNodeRuntime } from '#runtimes/node/node-runtime.ts'
import { createPythonRuntime } from '#runtimes/python/python-runtime.ts'
import { createSbtRuntime } from '#runtimes/sbt/sbt-runtime.ts'
import { createStaticRuntime } from '#runtimes/static/static-runtime.ts'
import { filesSource } from '#tests/source-files.ts'
import { packagedCatalogue } from '#tests/support/packaged-catalogue.ts'

type Texts = Record<string, string>

const site = { 'index.html': 'Hello' }
const vcl = { 'clevercloud/varnish.vcl': 'sub vcl_recv {}' }

const recipeOf = (files: Texts, environment: Texts) =>
  createStaticRuntime(packagedCatalogue).recipe(filesSource(files), environment)

const failureOf = async (environment: Texts, files: Texts = site) => {
  const failure = await recipeOf(files, environment).catch((error: unknown) => error)
  assert.ok(failure instanceof Failure, 'there is a recipe')
  return failure.message
}

const flowOf = async (environment: Texts, files: Texts = site) =>
  (await recipeOf(files, environment)).workers?.map(({ command }) => command.join(' '))

const custom = { CC_REQUEST_FLOW_CUSTOM: 'proxy --in @@LISTEN_PORT@@ --out @@FORWARD_PORT@@' }

test('request flow: one program listens on 8080, and the application on 9000', async () => {
  const recipe = await recipeOf(site, { CC_REQUEST_FLOW: 'block' })
  assert.deepEqual(recipe.workers?.[0]?.command, ['request-flow', 'block', '8080', '9000'])
  assert.deepEqual(recipe.start.slice(0, 3), ['env', 'PORT=9000', 'static-server'])
  assert.ok(recipe.tools.some(({ name }) => name === 'request-flow'))
  assert.match(recipe.notes.join(' '), /through block to the application on port 9000/)
})

test('request flow: several take the ports from 8080 on, in their order', async () => {
  const environment = { CC_REQUEST_FLOW: 'varnish, custom,block', ...custom }
  assert.deepEqual(await flowOf(environment, { ...site, ...vcl }), [
    'request-flow varnish 8080 8081 clevercloud/varnish.vcl',
    'request-flow custom 8081 8082 proxy --in 8081 --out 8082',
    'request-flow block 8082 9000',
  ])
})

test('request flow: a server for static files is its last program, before the application', async () => {
  const files = { 'app.py': 'app = Flask(__name__)', 'requirements.txt': '' }
  const { workers, start } = await createPythonRuntime(packagedCatalogue).recipe(
    filesSource(files),
    { CC_REQUEST_FLOW: 'custom,block', ...custom },
  )
  const commands = workers?.map(({ command }) => command.slice(0, 4).join(' '))
  assert.deepEqual(commands?.slice(0, 2), [
    'request-flow custom 8080 8081',
    'request-flow block 8081 8082',
  ])
  assert.match(commands?.[2] ?? '', /^front --listen=8082 /)
  assert.deepEqual(start.slice(0, 3), ['env', 'PORT=9000', '/usr/bin/uwsgi'])
})

test('request flow: types that name the port in their start name the other one', async () => {
  const node = await createNodeRuntime(packagedCatalogue).recipe(
    filesSource({ 'package.json': '{"scripts":{"start":"node a.js"}}' }),
    { CC_REQUEST_FLOW: 'block' },
  )
  assert.deepEqual(node.start.slice(0, 2), ['env', 'PORT=9000'])
  const sbt = await createSbtRuntime(packagedCatalogue).recipe(
    filesSource({ 'build.sbt': '', 'project/build.properties': 'sbt.version=1.10.0' }),
    { CC_REQUEST_FLOW: 'block' },
  )
  assert.equal(sbt.start.at(-1), '-Dhttp.port=9000')
})

test('request flow: the configuration of varnish in the repository is enough, unless it is disabled', async () => {
  const files = { ...site, ...vcl }
  assert.match((await flowOf({}, files))?.[0] ?? '', /varnish 8080 9000 clevercloud\/varnish\.vcl$/)
  assert.equal(await flowOf({ CC_REQUEST_FLOW: 'disable' }, files), undefined)
  const own = { ...files, 'cache/own.vcl': '' }
  const named = await flowOf({ CC_VARNISH_FILE: './cache/own.vcl' }, own)
  assert.match(named?.[0] ?? '', / cache\/own\.vcl$/)
  const { tools, build } = await recipeOf(files, {})
  assert.ok(tools.some(({ name }) => name === 'varnish'))
  assert.equal(build.at(-1)?.title, 'Checking clevercloud/varnish.vcl')
  const below = await flowOf({ APP_FOLDER: 'web/site' }, { 'web/site/index.html': '', ...vcl })
  assert.match(
    below?.[0] ?? '',
    / clevercloud\/varnish\.vcl \.\.\/\.\.\/clevercloud\/varnish\.vcl$/,
  )
})

test('request flow: oauth2-proxy reads its own variables, and answers the health check', async () => {
  const environment = {
    CC_REQUEST_FLOW: 'block,oauth2-proxy',
    OAUTH2_PROXY_CLIENT_ID: 'shop',
    OAUTH2_PROXY_CLIENT_SECRET: 'a secret',
    OAUTH2_PROXY_COOKIE_SECRET_FILE: 'cookie-secret',
  }
  const recipe = await recipeOf(site, environment)
  assert.deepEqual(recipe.workers?.[1]?.command, ['request-flow', 'oauth2-proxy', '8081', '9000'])
  assert.ok(recipe.tools.some(({ name }) => name === 'oauth2-proxy'))
  assert.equal(recipe.environment.CC_HEALTH_CHECK_PATH, '/ping')
  assert.doesNotMatch(JSON.stringify(recipe), /a secret/)
  const own = await recipeOf(site, { ...environment, CC_HEALTH_CHECK_PATH_1: '/alive' })
  assert.equal(own.environment.CC_HEALTH_CHECK_PATH, undefined)
})

test('request flow: each mistake has a sentence', async () => {
  assert.match(
    await failureOf({ CC_REQUEST_FLOW: 'nginx' }),
    /"nginx": .*block, custom, oauth2-proxy, varnish/,
  )
  assert.match(await failureOf({ CC_REQUEST_FLOW: 'block,block' }), /"block" twice/)
  assert.match(await failureOf({ CC_REQUEST_FLOW: 'custom' }), /set CC_REQUEST_FLOW_CUSTOM/)
  assert.match(await failureOf({ CC_REQUEST_FLOW: 'varnish' }), /clevercloud\/varnish\.vcl/)
  assert.equal(
    await failureOf({ CC_REQUEST_FLOW: 'oauth2-proxy', OAUTH2_PROXY_CLIENT_ID: 'shop' }),
    'CC_REQUEST_FLOW has oauth2-proxy: set OAUTH2_PROXY_CLIENT_SECRET, OAUTH2_PROXY_COOKIE_SECRET. The client is registered at the provider, the cookie secret is of 16, 24 or 32 characters of your choice.',
  )
  assert.match(await failureOf({ CC_VARNISH_STORAGE_SIZE: 'much' }), /a size such as 256m/)
  assert.match(await failureOf({ CC_VARNISH_FILE: 'x.vcl' }), /There is no file "x\.vcl"/)
  const { warnings } = await recipeOf(site, custom)
  assert.match(warnings.join(' '), /does nothing without custom/)
  const task = { CC_TASK: 'true', CC_RUN_COMMAND: 'true', CC_REQUEST_FLOW: 'block' }
  assert.equal(await flowOf(task), undefined)
})
