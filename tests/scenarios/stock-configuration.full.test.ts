import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { TestBerth } from '#tests/support/platform/berth.ts'
import { Project } from '#tests/support/projects/project.ts'

/** The configuration provider with the unmodified stock client, and with the CLI. */
let berth: TestBerth
let web: Project

before(async () => {
  berth = await TestBerth.start()
  web = await Project.create(berth, 'web')
})
after(async () => {
  await web?.[Symbol.asyncDispose]()
  await berth?.[Symbol.asyncDispose]()
})

async function ok(program: 'clever' | 'berth', args: string[]) {
  const quiet = program === 'clever' ? ['--no-update-notifier'] : []
  const ran = await web[program](...args, ...quiet)
  assert.equal(ran.code, 0, `${program} ${args.join(' ')}:\n${ran.output}`)
  return ran.stdout
}
const clever = (...args: string[]) => ok('clever', args)
const variables = async () =>
  JSON.parse(await clever('config-provider', 'get', 'shared', '--format', 'json'))

test('configuration provider: is ordered with the plan id that clients have hard-coded', async () => {
  const org = ['--org', berth.admin.organisationId]
  const said = await clever(
    ...['addon', 'create', 'config-provider', 'shared', '--region', 'par', '--plan', 'std'],
    ...org,
  )
  assert.match(said, /ID: addon_[0-9a-f-]{36}\nReal ID: config_[0-9a-f-]{36}/)
  const [addon] = await berth.client.addons.list(berth.admin.organisationId)
  assert.equal(addon?.plan.id, 'plan_5d8e9596-dd73-4b73-84d9-e165372c5324')
  assert.match(await clever('config-provider', 'list'), /shared/)
})

test('configuration provider: variables are set, read and removed', async () => {
  await clever('config-provider', 'set', 'shared', 'GREETING', 'hello')
  await clever('config-provider', 'set', 'shared', 'NAME', 'world')
  assert.deepEqual(await variables(), [
    { name: 'GREETING', value: 'hello' },
    { name: 'NAME', value: 'world' },
  ])
  await clever('config-provider', 'rm', 'shared', 'NAME')
  assert.match(await clever('config-provider', 'get', 'shared'), /^GREETING="hello"\s*$/)
})

test('configuration provider: either id works, for authorised callers', async () => {
  const { client, admin } = berth
  const [addon] = await client.addons.list(admin.organisationId)
  const path = (id = '') => `/v4/addon-providers/config-provider/addons/${id}` as const
  const { creation_date, ...shown } = await client.ask<Record<string, unknown>>({
    method: 'GET',
    path: path(addon?.realId),
  })
  assert.ok(Number.isFinite(Date.parse(String(creation_date))))
  const env = [{ name: 'GREETING', value: 'hello' }]
  assert.deepEqual(shown, { id: addon?.realId, owner_id: admin.organisationId, env })
  const body = [{ name: 'GREETING', value: 'good day' }]
  const put = await client.ask({ method: 'PUT', path: `${path(addon?.id)}/env`, body })
  assert.deepEqual(put, body)
  const twice = [...body, ...body]
  await assert.rejects(
    client.ask({ method: 'PUT', path: `${path(addon?.id)}/env`, body: twice }),
    /twice/,
  )
})

test('configuration provider: the CLI does the same', async () => {
  await ok('berth', ['login', '--local', '--data', berth.data])
  await ok('berth', ['config-provider', 'set', 'shared', 'DASHED-name.x', 'a "quoted" $value'])
  const shown = await ok('berth', ['config-provider', 'get', 'shared'])
  assert.equal(shown, 'GREETING="good day"\nDASHED-name.x="a \\"quoted\\" \\$value"\n')
  await ok('berth', ['config-provider', 'rm', 'shared', 'GREETING'])
  assert.deepEqual(
    (await variables()).map(({ name }: { name: string }) => name),
    ['DASHED-name.x'],
  )
})

test('configuration provider: a linked application gets the variables', async () => {
  const org = ['--org', berth.admin.organisationId]
  await clever('create', '--type', 'node', 'web', '--region', 'par', ...org)
  await clever('service', 'link-addon', 'shared')
  const env = JSON.parse(await clever('env', '--format', 'json'))
  assert.match(JSON.stringify(env), /DASHED-name\.x/)
})

test('configuration provider: variables survive a kill of provider and server', async () => {
  await berth.signal('SIGKILL')
  await berth.start()
  await clever('config-provider', 'set', 'shared', 'LATER', '1')
  assert.deepEqual(
    (await variables()).map(({ name }: { name: string }) => name),
    ['DASHED-name.x', 'LATER'],
  )
  await clever('addon', 'delete', 'shared', '--yes')
})
