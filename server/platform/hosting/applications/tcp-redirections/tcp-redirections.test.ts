import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deleteApplication } from '#platform/hosting/applications/delete.ts'
import { newApplication, openTestPlatform } from '#tests/support/platform/platform.ts'
import {
  addTcpRedirection,
  chooseFreePort,
  namespaces,
  removeTcpRedirection,
} from './tcp-redirections.ts'

const request = { namespace: 'default' }

test('free port: each draw gives another free port, and all of them', () => {
  const range = { from: 10, to: 17 }
  const used = [10, 13, 14, 17]
  const chosen = [0, 1, 2, 3].map((draw) => chooseFreePort(range, used, () => draw))
  assert.deepEqual(chosen, [11, 12, 15, 16])
  assert.equal(
    chooseFreePort({ from: 10, to: 11 }, [10, 11], () => 0),
    undefined,
  )
  assert.equal(
    chooseFreePort({ from: 12, to: 11 }, [], () => 0),
    undefined,
  )
})

test('TCP redirections: without ports of the operator there are none, and a request is refused', async () => {
  await using setup = await openTestPlatform()
  const { platform } = setup
  const application = await setup.application()
  assert.deepEqual(namespaces(platform), [])
  await assert.rejects(addTcpRedirection(platform, application, request), /BERTH_TCP_PORTS/)
})

test('TCP redirections: requests at once get different ports, until none is free', async () => {
  await using setup = await openTestPlatform()
  const { platform, traffic, account } = setup
  platform.policies.tcpPorts = { from: 30_000, to: 30_003 }
  const [one, other] = [
    await setup.application(),
    await newApplication(platform, account.organisationId),
  ]
  const added = await Promise.allSettled(
    [one, other, one, other, one].map((application) =>
      addTcpRedirection(platform, application, request),
    ),
  )
  const ports = added.flatMap((result) => (result.status === 'fulfilled' ? result.value.port : []))
  assert.deepEqual(ports.sort(), [30_000, 30_001, 30_002, 30_003])
  const [refused] = added.filter((result) => result.status === 'rejected')
  assert.match(String(refused?.reason), /No port from 30000 to 30003 is free/)
  const routed = () => [one, other].flatMap(({ id }) => traffic.routes.get(id)?.tcpPorts ?? [])
  assert.deepEqual(routed().sort(), ports)

  const [{ port } = assert.fail()] = await platform.store.tcpRedirections.listOf(one.id)
  await assert.rejects(removeTcpRedirection(platform, other, { port, namespace: 'default' }), {
    kind: 'missing',
  })
  await assert.rejects(removeTcpRedirection(platform, one, { port, namespace: 'x' }), /no TCP/)
  await removeTcpRedirection(platform, one, { port, namespace: 'default' })
  assert.ok(!routed().includes(port))
  assert.equal((await addTcpRedirection(platform, other, request)).port, port)
  await deleteApplication(platform, other)
  assert.equal((await platform.store.tcpRedirections.listPorts({ from: 0, to: 65_535 })).length, 1)
})

test('TCP redirections: limits of the caller, unknown namespaces and the quota are respected', async () => {
  await using setup = await openTestPlatform()
  const { platform } = setup
  platform.policies.tcpPorts = { from: 30_000, to: 30_099 }
  platform.policies.quotas.tcpRedirections = 2
  const application = await setup.application()
  const add = (minPort: number, maxPort: number) =>
    addTcpRedirection(platform, application, { ...request, minPort, maxPort })
  assert.equal((await add(30_050, 30_050)).port, 30_050)
  await assert.rejects(add(30_050, 30_050), /No port from 30050 to 30050 is free/)
  await assert.rejects(add(1, 80), /No port/)
  await assert.rejects(add(30_099, 30_000), /No port/)
  const elsewhere = addTcpRedirection(platform, application, { namespace: 'elsewhere' })
  await assert.rejects(elsewhere, /no namespace "elsewhere": use default or cleverapps/)
  assert.equal((await add(30_099, 65_535)).port, 30_099)
  await assert.rejects(
    add(30_000, 30_010),
    /2 TCP redirections already.*BERTH_QUOTA_TCP_REDIRECTIONS/,
  )
})
