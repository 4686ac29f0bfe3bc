import assert from 'node:assert/strict'
import { mkdtempDisposable, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { parsePolicy } from './apt-policy.ts'
import { createMachinePackages } from './machine-packages.ts'

const policy = `bubblewrap:
  Installed: 0.8.0-2+deb12u1
  Candidate: 0.8.0-2+deb12u2
  Version table:
     0.8.0-2+deb12u2 500
        500 http://mirror.example.test/debian-security bookworm-security/main amd64 Packages
 *** 0.8.0-2+deb12u1 500
        500 http://mirror.example.test/debian bookworm/main amd64 Packages
        100 /var/lib/dpkg/status
git:
  Installed: 1:2.39.5-0+deb12u3
  Candidate: 1:2.39.5-0+deb12u3
  Version table:
 *** 1:2.39.5-0+deb12u3 500
        500 http://mirror.example.test/debian bookworm/main amd64 Packages
        100 /var/lib/dpkg/status
     1:2.39.5-0+deb12u2 500
        500 http://mirror.example.test/debian-security bookworm-security/main amd64 Packages
haproxy:
  Installed: (none)
  Candidate: 2.6.12-1
  Version table:
     2.6.12-1 500
        500 http://mirror.example.test/debian bookworm/main amd64 Packages
`

test('apt policy: an update is a security update by the source of the candidate, not of other versions', () => {
  assert.deepEqual(Object.fromEntries(parsePolicy(policy)), {
    bubblewrap: {
      installed: '0.8.0-2+deb12u1',
      candidate: '0.8.0-2+deb12u2',
      isSecurity: true,
    },
    git: {
      installed: '1:2.39.5-0+deb12u3',
      candidate: '1:2.39.5-0+deb12u3',
      isSecurity: false,
    },
  })
})

/** A machine whose dpkg has some packages and whose apt prints this. */
async function machine(output: string) {
  const folder = await mkdtempDisposable(join(tmpdir(), 'berth-apt-'))
  const at = (name: string) => join(folder.path, name)
  const program = (name: string, script: string) =>
    writeFile(at(name), `#!/bin/sh\n${script}`, { mode: 0o755 })
  await writeFile(at('policy'), output)
  await program(
    'dpkg-query',
    'case "$*" in *bubblewrap*) echo installed bubblewrap;; *git*) echo installed git; echo not-installed x;; esac; exit 1\n',
  )
  await program('apt-cache', `echo "$*" >> ${at('asked')}; exec /bin/cat ${at('policy')}\n`)
  await utimes(at('policy'), 1_700_000_000, 1_700_000_000)
  let now = 1
  return {
    folder,
    at,
    packages: createMachinePackages({
      clock: () => 5_000_000,
      monotonic: () => now,
      path: folder.path,
      listFolders: [at('policy'), at('nowhere')],
    }),
    pass: (milliseconds: number) => (now += milliseconds),
    asked: async () => (await readFile(at('asked'), 'utf8')).trim().split('\n'),
  }
}

test('machine packages: those that are used are named with their candidates, outdated ones first', async () => {
  const { folder, packages, asked } = await machine(policy)
  await using _ = folder
  const found = await packages()
  assert.ok(found.state === 'known')
  assert.deepEqual([found.checkedAt, found.listedAt], [5_000_000, 1_700_000_000_000])
  assert.deepEqual(
    found.packages.map(({ name, use, isSecurity }) => [name, use, isSecurity]),
    [
      ['bubblewrap', 'sandbox', true],
      ['git', 'git', false],
    ],
  )
  assert.deepEqual(await asked(), ['policy -- bubblewrap git'])
})

test('machine packages: apt is asked once an hour, however often somebody looks', async () => {
  const { folder, packages, pass, asked } = await machine(policy)
  await using _ = folder
  await Promise.all([packages(), packages()])
  pass(3_599_999)
  await packages()
  assert.equal((await asked()).length, 1)
  pass(1)
  await packages()
  assert.equal((await asked()).length, 2)
})

test('machine packages: without apt, or without its lists, that nothing is known is said with the reason', async () => {
  const withoutLists = policy.replace(/^ +\d+ http.*\n/gm, '')
  const fresh = await machine(withoutLists)
  await using _ = fresh.folder
  assert.deepEqual(await fresh.packages(), {
    state: 'unknown',
    reason: 'apt has no package lists yet: as root, apt-get update.',
  })
  const other = await machine(policy)
  await using _other = other.folder
  await rm(other.at('dpkg-query'))
  assert.deepEqual(await other.packages(), {
    state: 'unknown',
    reason: 'This machine has no apt, so Berth cannot know which packages are outdated.',
  })
})
