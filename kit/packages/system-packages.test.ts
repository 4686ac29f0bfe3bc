import assert from 'node:assert/strict'
import { test } from 'node:test'
import { providePackages } from '#tests/packages.ts'
import { installCommand, missingPackages } from './system-packages.ts'

const absent = { program: 'no-such-program', name: 'no-such-package' }

test('system packages: only those whose program is not found are missing', () => {
  assert.deepEqual(missingPackages([{ program: 'sh', name: 'dash' }, absent], ''), [absent])
})

test('system packages: the install command names them all', () => {
  const command = installCommand([{ name: 'bubblewrap' }, { name: 'nftables' }])
  assert.equal(command, 'apt-get install --no-install-recommends bubblewrap nftables')
})

test('system packages: nothing is installed when every program is there', async () => {
  assert.equal(await providePackages([{ program: 'sh', name: 'dash' }]), true)
})
