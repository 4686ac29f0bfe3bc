import assert from 'node:assert/strict'
import { test } from 'node:test'
import { completeRegistries, registryAddresses } from './image-registries.ts'

const mirror =
  '[[registry]]\nprefix = "docker.io"\nlocation = "mirror.example:5000"\ninsecure = true\n'

test('registries: a name without a host is one of docker.io unless the operator says otherwise', () => {
  const usual = 'unqualified-search-registries = ["docker.io"]\n'
  assert.equal(completeRegistries(), usual)
  assert.equal(completeRegistries(mirror), usual + mirror)
  const own = `unqualified-search-registries = ["images.example"]\n${mirror}`
  assert.equal(completeRegistries(own), own)
})

test('registries: addresses of mirrors are read for the firewall', () => {
  assert.deepEqual(registryAddresses(completeRegistries(mirror)), ['http://mirror.example:5000'])
  assert.deepEqual(registryAddresses('[[registry]]\nlocation = 5\n'), [])
  assert.throws(() => registryAddresses('registry = 5\n'), /is not a list of tables/)
})
