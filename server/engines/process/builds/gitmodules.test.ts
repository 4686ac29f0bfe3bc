import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hostOfAddress, parseGitmodules } from './gitmodules.ts'

test('addresses are known by path', () => {
  const text = `[submodule "one"]
\tpath = lib/one/
\turl = https://git.example.org/one.git
[submodule "two"]
  URL = "git@git.example.org:two \\"x\\".git"
  path = two
  branch = main
[submodule "half"]
  path = half
[other]
  url = nothing`
  assert.deepEqual(Object.fromEntries(parseGitmodules(text)), {
    'lib/one': 'https://git.example.org/one.git',
    two: 'git@git.example.org:two "x".git',
  })
  assert.equal(parseGitmodules('path = x\nurl = y').size, 0)
})

test('.gitmodules: runs of spaces and slashes are read in one pass', () => {
  const [spaces, slashes] = [' '.repeat(1_000_000), '/'.repeat(1_000_000)]
  const text = `[submodule "a"]\npath = a${spaces}b${slashes}c\nurl = https://x.test/${spaces}y`
  assert.equal(parseGitmodules(text).size, 1)
})

test('only what is on the network can be fetched', () => {
  const hosts = {
    'https://git.example.org/one.git': 'git.example.org',
    'http://user:secret@git.example.org/one': 'git.example.org',
    'git://git.example.org/one': 'git.example.org',
    'ssh://git@git.example.org:22/one': 'git.example.org',
    'git@git.example.org:one/two.git': 'git.example.org',
    'git.example.org:one.git': 'git.example.org',
  }
  for (const [address, host] of Object.entries(hosts)) assert.equal(hostOfAddress(address), host)
  for (const address of [
    '../other.git',
    './other',
    '/etc',
    'file:///etc',
    'ext::sh -c x',
    'ext::sh%20-c%20x',
    'fd::3',
    'ftp://example.org/x',
    '-oProxyCommand=x:y',
    '--upload-pack=x',
    '',
    'https://',
    'a b:c',
    'x\n:y',
  ]) {
    assert.equal(hostOfAddress(address), undefined, address)
  }
})
