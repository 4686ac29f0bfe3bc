import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { checkout } from './checkout.ts'

const root = mkdtempSync(join(tmpdir(), 'berth-launcher-'))
after(() => rmSync(root, { recursive: true }))

const start = (program: string, PATH = '/usr/bin:/bin') =>
  spawnSync(program, ['--version'], { env: { PATH, HOME: root }, encoding: 'utf8' })

test('launcher: finds its checkout through symbolic links, from any folder', () => {
  mkdirSync(join(root, 'links'))
  symlinkSync(join(checkout, 'bin/berth'), join(root, 'links/one'))
  symlinkSync('one', join(root, 'links/two'))
  const { status, stdout } = start(join(root, 'links/two'))
  assert.equal(status, 0)
  assert.match(stdout, /^berth \d+\.\d+\.\d+ \(.+\)\n$/)
})

test("launcher: without a bundled Node it uses the machine's, if that is new enough", () => {
  cpSync(join(checkout, 'bin/berth'), join(root, 'other/bin/berth'))
  mkdirSync(join(root, 'other/cli'))
  writeFileSync(join(root, 'other/cli/checkout-main.ts'), "console.log('started' as string)\n")
  const fake = (folder: string, major: number) => {
    mkdirSync(join(root, folder))
    const script = `#!/bin/sh\n[ "$1" = --print ] && echo ${major} && exit\necho "started $1"\n`
    writeFileSync(join(root, folder, 'node'), script, { mode: 0o755 })
    return `${join(root, folder)}:/usr/bin:/bin`
  }
  const program = join(root, 'other/bin/berth')
  assert.equal(
    start(program, fake('new', 24)).stdout,
    `started ${join(root, 'other/cli/checkout-main.ts')}\n`,
  )
  const old = start(program, fake('old', 20))
  assert.equal(old.status, 1)
  assert.match(
    old.stderr,
    /^berth needs Node 24 or newer: run 'npm ci' in .*other, which brings it along\.\n$/,
  )
})
