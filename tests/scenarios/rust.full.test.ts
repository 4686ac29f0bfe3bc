import assert from 'node:assert/strict'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { runOrThrow } from '#kit/process/subprocess.ts'
import { type Example, openExample } from '#tests/examples.ts'
import { checkExample } from '#tests/support/applications/deploy-examples.ts'
import { PushedApplication } from '#tests/support/applications/pushed-application.ts'
import { expectedAnswer } from '#tests/support/expected-answer.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'
import { provideTools } from '#tests/support/provide-tools.ts'
import { crateRegistries } from '#toolchains/rust/rust-dist.ts'

let berth: TestBerth
let visits: PushedApplication

/** Compiles in half the time. */
const quickly = { CARGO_PROFILE_RELEASE_OPT_LEVEL: '0' }

/** A new machine downloads 360 MB. */
before(
  async () => {
    await provideTools({ name: 'rust', version: '1.99.1' }, { name: 'gcc', version: '14' })
    berth = await TestBerth.lease()
    const example = await openExample('rust-postgresql')
    visits = await PushedApplication.ofExample(berth, { ...example, environment: quickly })
  },
  { timeout: 900_000 },
)
after(() => berth?.[Symbol.asyncDispose]())

const answerOf = async (example: Example) =>
  (await expectedAnswer(example)) ?? assert.fail(`${example.name} has no answer`)

/** Lines of the last deployment. */
async function logOf(application: PushedApplication): Promise<string[]> {
  const [newest] = await application.deployments()
  return application.log(newest?.uuid)
}

const countOf = (log: readonly string[], words: string) =>
  log.filter((line) => line.includes(words)).length

test('Rust: the smallest application is served', async () => {
  const example = await openExample('rust')
  await checkExample(berth, example, await answerOf(example))
})

test('Rust: an application counts in the PostgreSQL that is linked to it', async () => {
  const { client, admin } = berth
  const order = { name: 'visits', providerId: 'postgresql-addon', region: 'par' }
  const addon = await client.addons.order(admin.organisationId, order)
  await client.addons.link(visits.record, addon.id)
  assert.equal((await visits.deploy({})).state, 'OK', (await visits.log()).join('\n'))
  // The health check has visited before.
  assert.match((await visits.visit()).body, /^Visit [2-9] in PostgreSQL\n$/)
  assert.ok(countOf(await logOf(visits), ' Downloaded ') > 50)
})

test('Rust: the next build downloads nothing, and compiles what has changed', async () => {
  const path = 'src/main.rs'
  const text = await readFile(join(visits.project.folder, path), 'utf8')
  const { state } = await visits.deploy({ [path]: text.replaceAll('Visit {', 'Call {') })
  assert.equal(state, 'OK')
  assert.match((await visits.visit()).body, /^Call \d+ in PostgreSQL\n$/)
  const log = await logOf(visits)
  assert.deepEqual([countOf(log, ' Downloaded '), countOf(log, ' Compiling ')], [0, 1])
})

test('Rust: an error of the compiler is shown at the end, and the version of before goes on', async () => {
  const path = 'src/main.rs'
  const text = await readFile(join(visits.project.folder, path), 'utf8')
  const { state } = await visits.deploy({ [path]: `${text}\nconst PORT: u16 = "8080";\n` })
  assert.equal(state, 'FAIL')
  const log = (await logOf(visits)).join('\n')
  assert.match(log, /The first errors:\n[^\n]* src\/main\.rs:\d+: mismatched types/)
  assert.match((await visits.visit()).body, /^Call \d+ /)
})

test('Rust: a rollback starts the program of before', async () => {
  const { deploymentId } = await berth.client.releases.rollback(visits.record)
  await until(
    async () =>
      (await visits.deployments()).some(
        ({ uuid, state }) => uuid === deploymentId && state === 'OK',
      ),
    { timeout: 90_000, every: 100, what: 'the way back' },
  )
  assert.equal(countOf(await visits.log(deploymentId), 'Nothing to build: '), 1)
  assert.match((await visits.visit()).body, /^Visit \d+ in PostgreSQL\n$/)
})

test('Rust: a program of the registry, which was not written for it, serves its own files', async () => {
  const name = 'simple-http-server'
  const { organisationId } = berth.admin
  const server = await PushedApplication.create(berth, name, undefined, organisationId, 'rust')
  await unpackCrate(name, '0.8.1', server.project.folder)
  const variables = { ...quickly, CC_RUN_COMMAND: `${name} --ip 0.0.0.0 --port 8080 --index` }
  for (const each of Object.entries(variables)) await server.ok('env', 'set', ...each)
  const { state } = await server.deploy({ 'index.html': '<p>served by Rust' })
  assert.equal(state, 'OK', (await server.log()).join('\n'))
  assert.equal((await server.visit()).body.trim(), '<p>served by Rust')
})

/** Writes the sources of a crate to a folder, as the registry has them. */
async function unpackCrate(name: string, version: string, folder: string): Promise<void> {
  const [index = ''] = crateRegistries
  const { dl } = (await (await fetch(new URL('config.json', index))).json()) as { dl: string }
  const response = await fetch(`${dl}/${name}/${version}/download`)
  assert.equal(response.status, 200)
  const archive = join(folder, '.crate')
  await writeFile(archive, Buffer.from(await response.arrayBuffer()))
  await runOrThrow([
    ...(['tar', '--extract', '--gzip', '--strip-components=1'] as const),
    ...[`--file=${archive}`, `--directory=${folder}`],
  ])
  await rm(archive)
}
