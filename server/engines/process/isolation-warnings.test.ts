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
  isContainer: false,
}
const all = { controllers: ['memory', 'cpu', 'pids'] }

test('isolation warnings: none on a machine with all features', () => {
  assert.deepEqual(isolationWarnings({ ...strong, groups: all }), [])
})

test('isolation warnings: each missing feature is one sentence with its cause and the command that helps', () => {
  const obstacles = { sandbox: 'bwrap is not installed', network: 'nft is not installed' }
  const sentences = isolationWarnings({
    users: false,
    sandbox: false,
    network: false,
    groups: undefined,
    obstacles,
    isFiltered: false,
    hasNameServers: false,
    isContainer: false,
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

test('isolation warnings: in a container each names the options that it is started with', () => {
  const sentences = isolationWarnings({
    ...strong,
    users: false,
    sandbox: false,
    network: false,
    groups: undefined,
    isContainer: true,
  })
  assert.equal(sentences.length, 4)
  for (const sentence of sentences) assert.match(sentence, /--privileged --cgroupns=private/)
  assert.doesNotMatch(sentences.join(), /apt-get|as root/)
})

test('isolation warnings: a sandbox without a seccomp filter is reported with its cause', () => {
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

test('isolation warnings: only limits that cannot be enforced are named', () => {
  const groups = { controllers: ['cpu', 'pids'] }
  const [sentence, ...others] = isolationWarnings({ ...strong, groups })
  assert.match(sentence ?? '', /^Nothing limits the memory of applications/)
  assert.deepEqual(others, [])
})

test('isolation warnings: name servers that only the machine itself reaches are reported', () => {
  const [sentence] = isolationWarnings({ ...strong, groups: all, hasNameServers: false })
  assert.match(sentence ?? '', /cannot look up names/)
})

test('isolation warnings: features that are switched off are reported by the engine', async () => {
  await using opened = await openTestEngine({ without: ['sandbox', 'limits'] })
  assert.equal(opened.engine.weaknesses.length, 2)
})
