import assert from 'node:assert/strict'
import { test } from 'node:test'
import { depends } from '#packaging/debian/control.ts'
import { neededPackages } from '#wiring/packages/needed-packages.ts'

/** Those that every Debian has. */
const essential = ['perl-base']

test('Debian package: depends on all that a start would install, because apt waits for the start and lets nobody else install', () => {
  const brought = [...essential, ...depends.map((each) => each.replace(/ .*$/, ''))]
  const atStart = neededPackages.process.filter(({ isLater }) => !isLater)
  assert.ok(atStart.length > 3)
  assert.deepEqual(
    atStart.map(({ name }) => name).filter((name) => !brought.includes(name)),
    [],
  )
})
