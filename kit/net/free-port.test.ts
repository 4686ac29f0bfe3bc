import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { test } from 'node:test'
import { drawPort, freePort, lastingPort } from './free-port.ts'

test('free port: the wanted one if it is free at every address, another otherwise', async () => {
  const addresses = ['127.0.0.1', '127.0.0.2']
  const port = await freePort(undefined, addresses)
  assert.ok(port > 0)
  const server = createServer().listen(port, '127.0.0.2')
  await once(server, 'listening')
  try {
    const other = await freePort(port, addresses)
    assert.ok(other > 0 && other !== port)
  } finally {
    await new Promise((resolve) => server.close(resolve))
  }
  assert.equal(await freePort(port, addresses), port)
})

test('free port: none that fetch refuses is drawn, by whatever chance', async () => {
  const range = { from: 6660, to: 6670 }
  const drawn = Array.from({ length: 11 }, (_, place) => drawPort(range, (from) => from + place))
  assert.deepEqual(drawn, [6660, 6661, 6662, 6663, 6664, ...Array(6).fill(6670)])
  assert.equal(
    drawPort({ from: 10_070, to: 10_080 }, (_, end) => end - 1),
    10_070,
  )
  assert.throws(() => drawPort({ from: 6665, to: 6669 }), /nothing can be called/)
  assert.equal(await lastingPort({ from: 6669, to: 6670 }, ['127.0.0.3']), 6670)
})
