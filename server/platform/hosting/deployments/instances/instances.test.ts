import assert from 'node:assert/strict'
import { test } from 'node:test'
import { flavors } from '#platform/model/hosting/flavor.ts'
import { limitsOf } from './instances.ts'

test('limits of an instance: processes and threads grow with its memory, within bounds', () => {
  const processes = flavors.map(({ name }) => `${name} ${limitsOf(name).processes}`)
  assert.equal(
    processes.join(', '),
    'pico 256, nano 256, XS 512, S 1024, M 2048, L 4096, XL 4096, 2XL 4096, 3XL 4096',
  )
})
