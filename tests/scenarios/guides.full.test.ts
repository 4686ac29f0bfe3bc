import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { freePort } from '#kit/net/free-port.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'
import { runCommand } from '#tests/support/platform/command.ts'
import { blocksOf, scriptOf } from '#tests/support/visitors/guide.ts'
import { newcomer, ok, typeGuide } from '#tests/support/visitors/newcomer.ts'

const root = new URL('../../', import.meta.url).pathname

/** The guides, run block by block as a new user would, with one platform and the real CLI. */
let berth: TestBerth
before(async () => {
  berth = await TestBerth.start()
})
after(() => berth?.[Symbol.asyncDispose]())

const guides = ['README.md', ...pagesIn('docs/guides'), ...pagesIn('docs/marketplace')]
const others = [
  ...[
    'accounts',
    'addons',
    'billing',
    'checkout',
    'backup',
    'disk',
    'firewall',
    'messages',
    'running',
  ].map((name) => `docs/operating/${name}.md`),
  'docs/adding-a-runtime.md',
]

function pagesIn(folder: string): string[] {
  return readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name))
}

test('README: the first deployment works, also after the example of the console was deployed', async () => {
  await berth.client.examples.deploy(berth.admin.organisationId, 'hello')
  await typeGuide('README.md', await newcomer(berth, 'readme'))
})

test('guide to a first deployment: every block works', async () => {
  await typeGuide('docs/guides/first-deployment.md', await newcomer(berth, 'first'))
})

test('guide for customers: every block works', async () => {
  const project = await newcomer(berth, 'customers')
  await ok(project, 'login', '--local')
  for (const name of ['api', 'web']) await ok(project, 'create', '--type', 'node', name)
  await ok(project, 'unlink', 'api')
  await typeGuide('docs/marketplace/customers.md', project)
})

test('guide to troubleshooting: every block works', async () => {
  const project = await newcomer(berth, 'troubled')
  await ok(project, 'login', '--local')
  await ok(project, 'create', '--type', 'node', 'troubled')
  await typeGuide('docs/guides/troubleshooting.md', project)
})

test('guide to domains: every block works', async () => {
  await typeGuide('docs/guides/domains.md', await newcomer(berth, 'domains'))
})

test('guide to alerts: every block works', async () => {
  const project = await newcomer(berth, 'alerted')
  await ok(project, 'login', '--local')
  await typeGuide('docs/guides/alerts.md', project)
})

test('guide to certificates: every block works', async () => {
  const project = await newcomer(berth, 'certificates')
  await ok(project, 'login', '--local')
  await ok(project, 'create', '--type', 'node', 'certified')
  await typeGuide('docs/guides/certificates.md', project)
})

test('guide to invoices: every block works', async () => {
  const project = await newcomer(berth, 'invoices')
  await ok(project, 'login', '--local')
  await typeGuide('docs/guides/invoices.md', project)
})

test('guide to scaling: every block works', async () => {
  const project = await newcomer(berth, 'scaling')
  await ok(project, 'login', '--local')
  await ok(project, 'create', '--type', 'node', 'scaled')
  await ok(project, 'deploy')
  await typeGuide('docs/guides/scaling.md', project)
})

test('guide to network groups: every block works', async () => {
  const project = await newcomer(berth, 'groups')
  await ok(project, 'login', '--local')
  for (const name of ['orders', 'worker', 'billing'])
    await ok(project, 'create', '--type', 'node', name, '--alias', name)
  await ok(project, 'addon', 'create', 'redis-addon', 'cache')
  await typeGuide('docs/guides/network-groups.md', project)
})

test('guide to releases and rollback: every block works', async () => {
  const project = await newcomer(berth, 'rollback')
  await ok(project, 'login', '--local')
  await typeGuide('docs/guides/rollback.md', project)
})

test('guide to monitoring: every block works', async () => {
  const project = await newcomer(berth, 'monitoring')
  await ok(project, 'login', '--local')
  await ok(project, 'create', '--type', 'node', 'watched')
  await ok(project, 'addon', 'create', 'redis-addon', 'my-database')
  await typeGuide('docs/guides/monitoring.md', project)
})

test('guide to a first provider: every block works', async () => {
  const project = await newcomer(berth, 'provider')
  const port = await freePort()
  project.env.PORT = String(port)
  await ok(project, 'login', '--local')
  const started = `until (echo > /dev/tcp/127.0.0.1/${port}) 2>/dev/null; do sleep 0.1; done\n`
  await typeGuide('docs/marketplace/first-provider.md', project, (code) =>
    code
      .replaceAll('localhost:9000', `localhost:${port}`)
      .replace('berth provider test manifest.json --plan', `${started}$&`),
  )
})

test('guide to webhooks: every block works, and the receiver believes what is signed', async () => {
  const project = await newcomer(berth, 'webhooks')
  const port = await freePort()
  await ok(project, 'login', '--local')
  await typeGuide('docs/guides/webhooks.md', project, (code) =>
    code.replaceAll('9100', String(port)),
  )
})

/** What a reader copies from the answer of the line before. */
const firstInvitation =
  '$(berth curl /v2/organisations/$ORG/invitations | sed -E \'s/.*"id": ?"([^"]+)".*/\\1/;q\')'

// Last, because from here on there are several organisations, and commands need --org.
test('guide to organisations: every block works, with several organisations', async () => {
  const project = await newcomer(berth, 'organisations')
  await ok(project, 'login', '--local')
  await typeGuide('docs/guides/organisations.md', project, (code) =>
    code.replace('<invitation id>', firstInvitation),
  )
})

test('guides: every command block is run, or says why not', () => {
  const isCommand = (code: string) => /^(berth|bin\/berth|npm|git|clever|node|kill) /m.test(code)
  const silent = [...guides, ...others].flatMap((file) =>
    blocksOf(file)
      .filter(({ kind, notRun, code }) => kind === 'picture' && !notRun && isCommand(code))
      .map(({ line }) => `${file}:${line}`),
  )
  assert.deepEqual(silent, [])
})

test('guide for existing clients: lists every command of the stock client and whether it works', async () => {
  const project = await newcomer(berth, 'stock')
  const { output } = await project.cleverAnew(['help', '--no-update-notifier'])
  const [, list = ''] = /\nCOMMANDS\n(.*?)\n\n/s.exec(output) ?? []
  const commands = list.split('\n').map((line) => line.trim().split(' ')[0] ?? '')
  assert.ok(commands.length > 30, output)
  const page = readFileSync(join(root, 'docs/guides/existing-clients.md'), 'utf8')
  const rows = page.matchAll(/^\| `([\w-]+)` \| (?:works|works partly|not yet) \|/gm)
  assert.deepEqual(
    [...rows].map(([, name]) => name),
    commands,
  )
})

test('guides: a failing block is reported with its line', async () => {
  const blocks = [
    { line: 3, code: 'true', kind: 'run', notRun: undefined },
    { line: 7, code: 'false', kind: 'run', notRun: undefined },
  ] as const
  const { code, output } = await runCommand(['bash', '-c', scriptOf(blocks)], {
    cwd: root,
    env: process.env,
  })
  assert.notEqual(code, 0)
  assert.match(output, /@line 7\n$/)
})

test('start banner: its login command works in any folder', async () => {
  const project = await newcomer(berth, 'banner')
  delete project.env.BERTH_DATA
  const plain = berth.output.replace(/\u001b\[\d+m/g, '')
  const command = /^Next, in another terminal: (.+)$/m.exec(plain)?.[1] ?? assert.fail(plain)
  const { code, output } = await project.run(['bash', '-c', command])
  assert.equal(code, 0, output)
  assert.match(output, /^Logged in/m)
})
