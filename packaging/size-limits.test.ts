import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkSizes } from './size-limits.ts'

const megabyte = 1024 * 1024

test('sizes of artifacts: each that is larger than promised is named, downloaded or installed', () => {
  const release = { file: '/x/berth.deb', kind: 'release', isCompressed: true } as const
  const cli = { file: '/x/berth-cli.tgz', kind: 'cli', isCompressed: true } as const
  checkSizes([
    { ...release, bytes: 70 * megabyte, installed: 220 * megabyte },
    { ...cli, bytes: 3 * megabyte },
    { ...release, bytes: 200 * megabyte, installed: 220 * megabyte, isCompressed: false },
  ])
  assert.throws(
    () =>
      checkSizes([
        { ...release, bytes: 71 * megabyte, installed: 221.5 * megabyte },
        { ...cli, bytes: 4 * megabyte },
      ]),
    {
      message: [
        'berth.deb has 71.0 MB, more than 70',
        'berth.deb installs 221.5 MB, more than 220',
        'berth-cli.tgz has 4.0 MB, more than 3',
      ].join('\n'),
    },
  )
})
