import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'

const script = join(import.meta.dirname, 'request-flow.sh')

/** A listening server, which is the application. */
async function listening(port = 0) {
  const server = createServer().listen(port, '127.0.0.1')
  await once(server, 'listening')
  return { server, port: (server.address() as AddressInfo).port }
}

async function freePort(): Promise<number> {
  const { server, port } = await listening()
  server.close()
  await once(server, 'close')
  return port
}

test('request flow: block answers 200 to whatever is sent, once there is something behind it', async () => {
  const [entrance, behind] = [await freePort(), await freePort()]
  const child = spawn('bash', [script, 'block', String(entrance), String(behind)])
  const ended = once(child, 'close')
  const url = `http://127.0.0.1:${entrance}/any/path`
  const statusOf = (init?: RequestInit) =>
    fetch(url, init).then(
      ({ status }) => status,
      () => undefined,
    )
  assert.equal(await statusOf(), undefined)
  const { server } = await listening(behind)
  try {
    const opens = async () => (await statusOf()) === 200 || undefined
    await until(opens, { timeout: 60_000, every: 50, what: 'block' })
    assert.equal(await statusOf({ method: 'HEAD' }), 200)
    assert.equal(await statusOf({ method: 'POST', body: 'x'.repeat(2_000_000) }), 200)
  } finally {
    child.kill()
    await ended
    server.close()
  }
})

test('request flow: custom runs its command in a shell, and an unknown service is refused', async () => {
  const { server, port } = await listening()
  try {
    const [code, said] = await ran('custom', '1', String(port), 'echo "from $((1 + 1))"')
    assert.deepEqual([code, said.trim()], [0, 'from 2'])
    assert.equal((await ran('nonsense', '1', String(port)))[0], 2)
  } finally {
    server.close()
  }
})

async function ran(...words: string[]): Promise<[number, string]> {
  const child = spawn('bash', [script, ...words], { stdio: ['ignore', 'pipe', 'ignore'] })
  let said = ''
  child.stdout.on('data', (text) => {
    said += text
  })
  const [code] = await once(child, 'close')
  return [code, said]
}
