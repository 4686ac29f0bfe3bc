import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { openDebianRepository } from '#tests/support/servers/debian-repository.ts'
import { mirrorsIn } from '#toolchains/debian/debian-mirrors.ts'
import { readNewestJdks } from './newest-jdks.ts'

const arch = process.arch === 'arm64' ? 'arm64' : 'x64'

/** A repository with one version of a package of Java 17. */
const withJdk = (suite: string, version: string, name = 'openjdk-17-jre-headless') =>
  openDebianRepository(suite, { [name]: {} }, { [name]: version })

async function openQuestion(t: TestContext, known: string[] = []) {
  const folder = await mkdtemp(join(tmpdir(), 'berth-newest-'))
  t.after(() => rm(folder, { recursive: true }))
  const signal = AbortSignal.timeout(60_000)
  return { suites: { '17': 'bookworm' }, known: { [arch]: known }, folder, signal }
}

test('newest JDKs: the security suite counts with its suite', async (t) => {
  await using main = await withJdk('bookworm', '17.0.19+10-1~deb12u2')
  await using security = await withJdk('bookworm-security', '17.0.21+9-1~deb12u1')
  const question = await openQuestion(t)
  const mirrors = { main: main.mirror, security: security.mirror }
  for (const round of ['first', 'again']) {
    const { versions, problems } = await readNewestJdks({ ...question, mirrors })
    assert.deepEqual(versions[arch], ['17.0.21+9'], round)
    assert.deepEqual(problems, [])
  }
})

test('newest JDKs: a suite newer than its security suite wins', async (t) => {
  await using main = await withJdk('bookworm', '17.0.21+9-1~deb12u1')
  await using security = await withJdk('bookworm-security', '17.0.20+7-1~deb12u1')
  const mirrors = { main: main.mirror, security: security.mirror }
  const { versions } = await readNewestJdks({ ...(await openQuestion(t)), mirrors })
  assert.deepEqual(versions[arch], ['17.0.21+9'])
})

test('newest JDKs: without a security suite the suite counts alone, with a note', async (t) => {
  await using main = await withJdk('bookworm', '17.0.19+10-1~deb12u2')
  const question = await openQuestion(t)
  for (const [security, note] of [
    [undefined, 'apt of this machine knows no mirror of bookworm-security'],
    [main.mirror, 'its mirror did not give the suite bookworm-security'],
  ] as const) {
    const mirrors = { main: main.mirror, security }
    const { versions, problems, notes } = await readNewestJdks({ ...question, mirrors })
    assert.deepEqual(versions[arch], ['17.0.19+10'])
    assert.deepEqual(problems, [])
    assert.ok(notes.includes(note), notes.join())
  }
})

test('newest JDKs: an older answer takes nothing away, nor does a suite that fails', async (t) => {
  await using main = await withJdk('bookworm', '17.0.19+10-1~deb12u2')
  const question = await openQuestion(t, ['17.0.21+9', '21.0.1+1'])
  const suites = { '17': 'bookworm', '21': 'trixie' }
  const mirrors = { main: main.mirror }
  const { versions, problems } = await readNewestJdks({ ...question, suites, mirrors })
  assert.deepEqual(versions[arch], ['17.0.21+9', '21.0.1+1'])
  assert.equal(problems.length, 1)
  assert.match(problems[0] ?? '', /did not give the packages of its suite trixie/)
  assert.doesNotMatch(problems[0] ?? '', /127\.0\.0\.1|\/tmp/)
})

test('newest JDKs: a mirror that gives nothing is an error', async (t) => {
  const mirrors = { main: 'http://127.0.0.1:9/' }
  const question = await openQuestion(t, ['17.0.21+9'])
  await assert.rejects(readNewestJdks({ ...question, mirrors }), /its suite bookworm$/)
})

test('newest JDKs: an early-access build or a name of no version is not taken', async (t) => {
  await using main = await withJdk('bookworm', '17.0.22~4ea-1')
  const question = await openQuestion(t, ['17.0.21+9'])
  await assert.rejects(readNewestJdks({ ...question, mirrors: { main: main.mirror } }), /no JDKs/)
})

test("Debian mirrors: are those of the machine's apt", () => {
  const main = 'http://mirror.test/debian/'
  const text = `http://other.test/packages/ stable\n${main} bookworm\n${main} bookworm-updates\n`
  assert.deepEqual(mirrorsIn(text), { main, security: undefined })
  for (const security of ['http://mirror.test/debian-security/', 'http://mirror.test/sec/']) {
    const found = mirrorsIn(`${text}${security} bookworm-security\n`)
    assert.deepEqual(found, { main, security })
  }
  assert.throws(() => mirrorsIn('http://mirror.test/ubuntu/ noble\n'), /knows no mirror of Debian/)
})
