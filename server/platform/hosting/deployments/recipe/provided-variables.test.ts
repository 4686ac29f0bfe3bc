import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { StartOrder } from '#platform/model/hosting/deployments/engine.ts'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import type { Domain } from '#platform/model/hosting/domain.ts'
import { commitOf, openTestPlatform } from '#tests/support/platform/platform.ts'
import { refuseForeignHosts } from './allowed-hosts.ts'

test('provided variables: instances get a secret that stays the same, and the hosts of their domains', async () => {
  await using setup = await openTestPlatform()
  const { platform } = setup
  const starts: StartOrder['environment'][] = []
  const { start } = platform.engine
  platform.engine.start = (order) => {
    starts.push(order.environment)
    return start(order)
  }
  const recipe = { provided: { secret: 'MY_SECRET', hosts: 'MY_HOSTS' } }
  const environment = { RECIPE: JSON.stringify(recipe) }
  const application = await setup.application({ environment })
  const other = await setup.application({ environment })
  await setup.deploy(application, commitOf('1'))
  await setup.deploy(application, commitOf('2'))
  await setup.deploy(other, commitOf('1'))
  const [first, second, foreign] = starts
  assert.match(first?.MY_SECRET ?? '', /^[\w-]{64}$/)
  assert.equal(second?.MY_SECRET, first?.MY_SECRET)
  assert.notEqual(foreign?.MY_SECRET, first?.MY_SECRET)
  const [domain] = await platform.store.domains.listOf(application.id)
  assert.equal(first?.MY_HOSTS, domain?.host)
  const [release] = await platform.store.releases.listOf(application.id)
  assert.equal(release?.environment.MY_SECRET, undefined, 'it is not part of a release')
  assert.doesNotMatch(
    (await setup.lines(application.id)).join('\n'),
    new RegExp(first?.MY_SECRET ?? ''),
  )

  await platform.store.variables.set(application.id, 'MY_SECRET', 'own')
  await setup.deploy(application, commitOf('3'))
  assert.equal(starts.at(-1)?.MY_SECRET, 'own')
})

test('allowed hosts: a configuration without the domain fails the deployment before anything is built', async () => {
  await using setup = await openTestPlatform()
  const { platform } = setup
  let builds = 0
  const { build } = platform.engine
  platform.engine.build = (order) => {
    builds += 1
    return build(order)
  }
  const recipe = { allowedHosts: { hosts: ['.example.com', 'localhost:9000'], origin: 'a.conf' } }
  const application = await setup.application({ environment: { RECIPE: JSON.stringify(recipe) } })
  const { state, failure } = await setup.deploy(application, commitOf('1'))
  assert.equal(state, 'failed')
  assert.match(
    failure ?? '',
    /^a.conf has "\.example\.com", "localhost:9000", and not .* 400 to its/,
  )
  assert.equal(builds, 0)
})

for (const [hosts, isRefused] of [
  [['.'], false],
  [['?'], false],
  [['a.example.org'], false],
  [['a.example.org:443'], false],
  [['.example.org'], false],
  [['.a.example.org'], false],
  [['example.org'], true],
  [['.local', 'localhost'], true],
  [['xexample.org', '.xexample.org'], true],
  [[], true],
] as const) {
  test(`allowed hosts: a.example.org is ${isRefused ? 'not ' : ''}in ${JSON.stringify(hosts)}`, () => {
    const domains = [{ host: 'a.example.org', path: '/', favourite: true } as Domain]
    const refuse = (given: readonly Domain[]) => () =>
      refuseForeignHosts({ allowedHosts: { hosts: [...hosts], origin: 'x' } }, given)
    if (isRefused) assert.throws(refuse(domains), Failure)
    else refuse(domains)()
    refuse([])()
  })
}
