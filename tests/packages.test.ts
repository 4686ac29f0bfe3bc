import assert from 'node:assert/strict'
import { test } from 'node:test'
import { missingPackages, providePackages } from '#tests/packages.ts'

test('only packages whose program is nowhere are missing', () => {
  const packages = [
    { program: 'sh', name: 'dash' },
    { program: 'no-such-program', name: 'no-such-package' },
  ]
  assert.deepEqual(missingPackages(packages), ['no-such-package'])
})

test('nothing is installed when every program is there', async () => {
  assert.equal(await providePackages([{ program: 'sh', name: 'dash' }]), true)
})
