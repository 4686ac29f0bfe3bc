import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { datedBuild } from '#kit/build-identity/dated-build.ts'
import { describeBuild } from '#kit/build-identity/describe-build.ts'
import { until } from '#kit/concurrency/timeout.ts'
import { machinePath, machineProgram } from '#tests/support/faults/machine-node.ts'
import { openTestApi, type TestApi } from '#tests/support/platform/api.ts'
import { PageVisitor } from '#tests/support/visitors/page-visitor.ts'

let api: TestApi
let root: string
let env: Record<string, string>

before(async () => {
  api = await openTestApi()
  root = await mkdtemp(join(tmpdir(), 'berth-download-'))
  env = {
    PATH: machinePath,
    HOME: root,
    XDG_CONFIG_HOME: join(root, 'config'),
    BROWSER: 'none',
    // The package has no dependencies: any request to a registry fails.
    npm_config_registry: 'http://127.0.0.1:9/',
    npm_config_cache: join(root, 'cache'),
    npm_config_update_notifier: 'false',
    npm_config_prefix: join(root, 'global'),
  }
})
after(async () => {
  await api?.[Symbol.asyncDispose]()
  await rm(root, { recursive: true, force: true })
})

interface Started {
  said: { out: string; err: string }
  ended: Promise<number | null>
}

function start(command: string, ...args: string[]): Started {
  const child = spawn(command, args, { cwd: root, env, timeout: 120_000, stdio: 'pipe' })
  const said = { out: '', err: '' }
  child.stdout.on('data', (text) => (said.out += text))
  child.stderr.on('data', (text) => (said.err += text))
  child.stdin.end()
  const ended = new Promise<number | null>((resolve) =>
    child.on('error', () => resolve(null)).on('close', resolve),
  )
  return { said, ended }
}

async function run(command: string, ...args: string[]) {
  const { said, ended } = start(command, ...args)
  assert.equal(await ended, 0, `${args.join(' ')}: ${said.out}${said.err}`)
  return said.out
}

const berth = () => join(root, 'global/bin/berth')

test("CLI download: npm installs the package that the platform serves, and the machine's own Node runs it", async () => {
  const url = `${api.url}/downloads/berth-cli.tgz`
  const options = ['--global', '--no-audit', '--no-fund', '--ignore-scripts']
  await run(machineProgram('npm'), 'install', ...options, url)
  const build = await datedBuild('.')
  assert.equal(await run(berth(), '--version'), `berth ${describeBuild(build)}\n`)
  assert.match(await run(berth(), 'help', 'all'), /berth provider test/)
  const installed = join(root, 'global/lib/node_modules/berth-cli/package.json')
  assert.equal(JSON.parse(await readFile(installed, 'utf8')).dependencies, undefined)
})

test('CLI download: the package includes the manifest validator', async () => {
  const stage = {
    base_url: 'https://x.example.org/resources',
    sso_url: 'https://x.example.org/sso',
  }
  const secrets = {
    password: 'p8mZ4vQ1xT7rB2nK9wL5cJ3hF6dS0gY8aE4u',
    sso_salt: 's1Xb7Qk4Vn9Rt2Mz6Lc8Hw3Jp5Gd0Fy7As2Ue',
  }
  const api = {
    ...secrets,
    config_vars: ['X_URL'],
    regions: ['eu'],
    production: stage,
    test: stage,
  }
  await writeFile(join(root, 'manifest.json'), JSON.stringify({ id: 'x', api }))
  const said = await run(berth(), 'provider', 'check', 'manifest.json', '--offline')
  assert.equal(said, 'The manifest is valid.\n')
})

test('berth login: needs only the address; the page names the machine and a code', async () => {
  const login = start(berth(), 'login', '--api', api.url)
  const page = await until(() => /http\S+\/cli-oauth\S+/.exec(login.said.out)?.[0], {
    timeout: 300_000,
    what: 'the address of the page',
  })
  const code = /It shows the code (\S+)\.\n/.exec(login.said.out)?.[1] ?? ''
  assert.match(code, /^[A-Z2-9]{4}-[A-Z2-9]{4}$/)
  const visitor = new PageVisitor(api.url)
  await visitor.follow(await visitor.get(page))
  const fields = { email: api.account.email, pass: api.account.password }
  const asked = await visitor.follow(await visitor.send('/v2/sessions/login', fields))
  for (const part of [code, hostname(), '127.0.0.1', 'UTC', '>Cancel<'])
    assert.ok(asked.text.includes(part), `${part} is not on ${asked.text}`)
  await visitor.send('/cli-oauth', { decision: 'allow' })
  assert.equal(await login.ended, 0, login.said.err)
  assert.match(login.said.out, /Logged in to http:.* as admin@localhost \(profile 'default'\)/)
})

test("CLI download: the installed CLI calls the API, also as Git's credential helper", async () => {
  const { name, id } = await api.application()
  assert.match(await run(berth(), 'applications'), new RegExp(`${name} +${id}`))
  await run(berth(), 'env', 'set', 'A=b', 'C=d', '--app', id)
  assert.equal(await run(berth(), 'env', 'get', 'C', '--app', id), 'd\n')
  const helper = spawn(berth(), ['git-credential', 'get'], { env, cwd: root })
  let told = ''
  helper.stdout.on('data', (text) => (told += text))
  helper.stdin.end('protocol=https\nhost=git.test\n\n')
  await once(helper, 'close', { signal: AbortSignal.timeout(30_000) })
  assert.match(told, /^username=/m)
  assert.equal(await run(berth(), 'git-credential', 'store'), '')
})

test('berth login: a login cancelled on the page ends at once in the terminal', async () => {
  const login = start(berth(), 'login', '--api', api.url, '--profile', 'second')
  const page = await until(() => /http\S+\/cli-oauth\S+/.exec(login.said.out)?.[0], {
    timeout: 300_000,
    what: 'the address of the page',
  })
  const visitor = new PageVisitor(api.url)
  await visitor.follow(await visitor.get(page))
  const fields = { email: api.account.email, pass: api.account.password }
  await visitor.follow(await visitor.send('/v2/sessions/login', fields))
  const answer = await visitor.send('/cli-oauth', { decision: 'cancel' })
  assert.match(answer.text, /Login cancelled/)
  assert.equal(await login.ended, 1)
  assert.match(login.said.err, /The login was cancelled in the browser\./)
  await visitor.get(page)
  assert.equal((await visitor.send('/cli-oauth', { decision: 'allow' })).status, 409)
})
