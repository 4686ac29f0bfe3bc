import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestEngine } from '#tests/support/engine/process-engine.ts'
import { isolationWarnings } from './isolation-warnings.ts'

const strong = {
  users: true,
  sandbox: true,
  isFiltered: true,
  network: true,
  obstacles: {},
  hasNameServers: true,
}
const all = { controllers: ['memory', 'cpu', 'pids'] }

test('a machine that can keep all apart has no weakness', () => {
  assert.deepEqual(isolationWarnings({ ...strong, groups: all }), [])
})

test('each missing ability is one sentence with its cause and the command that helps', () => {
  const obstacles = { sandbox: 'bwrap is not installed', network: 'nft is not installed' }
  const sentences = isolationWarnings({
    users: false,
    sandbox: false,
    network: false,
    groups: undefined,
    obstacles,
    isFiltered: false,
    hasNameServers: false,
  })
  assert.equal(sentences.length, 4)
  assert.match(
    sentences[0] ?? '',
    /files and processes.*\(bwrap is not installed\).*apt-get install bubblewrap/,
  )
  assert.match(sentences[1] ?? '', /as the user that runs Berth.*root/)
  assert.match(sentences[2] ?? '', /PORT \(nft is not installed\).*apt-get install .*nftables/)
  assert.match(sentences[3] ?? '', /memory, processor time, number of processes/)
})

test('a sandbox without a filter of system calls is named with its cause', () => {
  const obstacles = { filter: 'there is no list of system calls for riscv64' }
  const [sentence, ...others] = isolationWarnings({
    ...strong,
    groups: all,
    isFiltered: false,
    obstacles,
  })
  assert.match(sentence ?? '', /every system call of the kernel \(there is no list.*riscv64\)/)
  assert.deepEqual(others, [])
})

test('only what cannot be limited is named', () => {
  const groups = { controllers: ['cpu', 'pids'] }
  const [sentence, ...others] = isolationWarnings({ ...strong, groups })
  assert.match(sentence ?? '', /^Nothing limits the memory of applications/)
  assert.deepEqual(others, [])
})

test('a machine whose name servers answer itself alone is told', () => {
  const [sentence] = isolationWarnings({ ...strong, groups: all, hasNameServers: false })
  assert.match(sentence ?? '', /cannot look up names/)
})

test('capabilities left unused are weaknesses of the engine', async () => {
  await using opened = await openTestEngine({ without: ['sandbox', 'limits'] })
  assert.equal(opened.engine.weaknesses.length, 2)
})
