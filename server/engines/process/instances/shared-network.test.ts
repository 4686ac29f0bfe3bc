import assert from 'node:assert/strict'
import { test } from 'node:test'
import { freePort } from '#kit/net/free-port.ts'
import { explainPort } from '#platform/hosting/deployments/instances/instances.ts'
import {
  sampleBuild,
  sampleSource,
  sampleStart,
} from '#tests/support/applications/sample-application.ts'
import { openTestEngine } from '#tests/support/engine/process-engine.ts'

const stubborn = (port: number) => `import { createServer } from 'node:http'
createServer((request, response) => response.end('here')).listen(${port}, () => console.log('up'))
`

test('shared network: an application that listens only on the usual port is served there', async () => {
  const preferredPort = await freePort(undefined, ['0.0.0.0'])
  await using opened = await openTestEngine({ without: ['network'], preferredPort })
  const { engine, seen } = opened
  const source = sampleSource('1'.repeat(40), { 'server.mjs': stubborn(preferredPort) })
  const artifact = await engine.build(sampleBuild({ source }))

  const first = await engine.start(sampleStart(artifact, 'one'))
  assert.deepEqual(first.address, { host: '127.0.0.1', port: preferredPort })
  await seen.line('one', 'up')
  assert.equal(await (await fetch(`http://127.0.0.1:${preferredPort}/`)).text(), 'here')

  const second = await engine.start(sampleStart(artifact, 'two'))
  assert.notEqual(second.address.port, preferredPort)
  assert.notEqual((await seen.exit('two')).code, 0, 'the port is taken')
  await engine.stop('two', 0)

  await engine.stop('one', 0)
  const third = await engine.start(sampleStart(artifact, 'three'))
  assert.equal(third.address.port, preferredPort)
  await seen.line('three', 'up')
})

test('shared network: the owner of a second application is told what the machine lacks', () => {
  const explained = (port: number, wanted?: number) =>
    explainPort({ started: { address: { host: '127.0.0.1', port } } } as never, wanted).join('\n')
  assert.equal(explained(8080), '')
  assert.match(explained(20_123), /PORT is 20123 instead of 8080.*taken/)
  assert.match(explained(20_123), /as root, with iproute2 and nftables/)
  assert.equal(explained(80, 80), '', 'that of an image')
})
