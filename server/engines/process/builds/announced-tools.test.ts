import assert from 'node:assert/strict'
import { test } from 'node:test'
import { announcing } from './announced-tools.ts'

const tools = ['node', 'npm', 'pnpm'].map((name) => ({ name, version: '1' }))

test('announced tools: only what has to be fetched is named, in one line', async () => {
  const said = Promise.withResolvers<string>()
  const lines: string[] = []
  const toolchain = announcing(
    // What is there is found at once; the rest comes when the line was said.
    async ({ name }) => (name === 'node' ? '/tools/node' : said.promise),
    (line) => {
      lines.push(line)
      said.resolve(line)
    },
  )
  await Promise.all(tools.map(toolchain))
  assert.deepEqual(lines, [
    'Fetching npm 1 and pnpm 1, which this platform uses for the first time.',
  ])
})

test('announced tools: what takes long is named again', async () => {
  const again = Promise.withResolvers<string>()
  const lines: string[] = []
  const toolchain = announcing(
    () => again.promise,
    (line) => {
      lines.push(line)
      if (lines.length === 2) again.resolve(line)
    },
    1,
  )
  await toolchain({ name: 'oauth2-proxy', version: '7.15.2' })
  assert.equal(lines[1], 'Still fetching oauth2-proxy 7.15.2.')
})

test('announced tools: one that cannot be had ends the wait', async () => {
  const toolchain = announcing(
    () => Promise.reject(new Error('no such tool')),
    () => assert.fail('it was announced'),
  )
  await assert.rejects(toolchain({ name: 'node', version: '0' }), /no such tool/)
})
