import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parsePackages, withDependencies } from './debian-packages.ts'

const text = [
  'app\t1\tii \tlibc:any (>= 2)\tawk, libone | libtwo (= 1)\t',
  'gawk\t5\tii \t\tlibc\tawk',
  'libtwo\t1\tii \t\t\t',
  'libc\t2\tii \t\tlibloop\t',
  'libloop\t2\tii \t\tlibc\t',
  'removed\t1\trc \t\t\t',
  'alone\t1\tii \t\t\t',
].join('\n')

test('Debian packages: those that a package needs come with it, by name, by alternative or by what they provide', () => {
  const names = withDependencies(['app'], parsePackages(text)).map(({ name }) => name)
  assert.deepEqual(names, ['app', 'gawk', 'libc', 'libloop', 'libtwo'])
})

test('Debian packages: one that is not installed is left out', () => {
  assert.deepEqual(withDependencies(['removed', 'unknown'], parsePackages(text)), [])
})
