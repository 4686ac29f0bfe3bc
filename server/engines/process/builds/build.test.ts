import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { lstat, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, test } from 'node:test'
import { until, withTimeout } from '#kit/concurrency/timeout.ts'
import { newId } from '#kit/text/ids.ts'
import type { BuildOrder, Engine } from '#platform/model/hosting/deployments/engine.ts'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import type { Source } from '#platform/model/hosting/deployments/source.ts'
import type { ApplicationId, DeploymentId } from '#platform/model/ids.ts'
import { filesSource } from '#tests/source-files.ts'
import { sampleBuild, sampleRecipe } from '#tests/support/applications/sample-application.ts'
import { openTestEngine } from '#tests/support/engine/process-engine.ts'

/** A recipe with one step that runs a script. */
const step = (script: string, more: Partial<BuildOrder> = {}): BuildOrder =>
  sampleBuild({
    recipe: { ...sampleRecipe, build: [{ title: 'make', command: ['node', 'make.mjs'] }] },
    source: filesSource({ 'make.mjs': script }),
    ...more,
  })

const linesOf = async (engine: Engine, order: BuildOrder) => {
  const lines: string[] = []
  await engine.build({ ...order, onLine: (line) => void lines.push(line) })
  return lines
}

const linking = (source: Source, links: Record<string, string>): Source => ({
  ...source,
  async extract(folder) {
    await source.extract(folder)
    for (const [path, target] of Object.entries(links)) await symlink(target, join(folder, path))
  },
})

const isFailure = (message: RegExp) => (error: unknown) =>
  error instanceof Failure && error.step === 'build' && message.test(error.message)

describe('a build', () => {
  test('leaves nothing behind when it fails, is aborted, or succeeds', async () => {
    await using opened = await openTestEngine()
    const { engine, folder } = opened
    const abort = new AbortController()
    await engine.build(step('1', { deploymentId: 'deployment_good' }))
    await assert.rejects(engine.build(step('process.exit(4)')), isFailure(/^make exited with 4$/))
    const forever = step(`console.log('on'); setInterval(() => {}, 1000)`)
    await assert.rejects(
      engine.build({
        ...forever,
        signal: abort.signal,
        onLine: () => abort.abort(new Error('no')),
      }),
      /^Error: no$/,
    )
    const early = AbortSignal.abort(new Error('before'))
    await assert.rejects(engine.build({ ...forever, signal: early }), /^Error: before$/)
    assert.deepEqual(readdirSync(join(folder, 'builds')), [])
    assert.deepEqual(readdirSync(join(folder, 'artifacts')), ['deployment_good'])
  })

  test('can be aborted at any point of its launch', async () => {
    for (const without of [[], ['limits'], ['users', 'sandbox', 'network', 'limits']] as const) {
      await using opened = await openTestEngine({ without: [...without] })
      const { engine, folder } = opened
      const applicationId = newId('app')
      for (let delay = 0; delay < 60; delay += 6) {
        const abort = new AbortController()
        const timer = setTimeout(() => abort.abort(new Error('no')), delay)
        const more = { signal: abort.signal, applicationId }
        const order = step('setInterval(() => {}, 1000)', more)
        await assert.rejects(engine.build(order), /^Error: no$/)
        clearTimeout(timer)
        assert.deepEqual(readdirSync(join(folder, 'builds')), [])
      }
      assert.deepEqual(launchesOf(applicationId), [])
    }
  })

  test('fails when it exceeds its timeout', async () => {
    await using opened = await openTestEngine({ buildTimeout: 1000 })
    const order = step('setInterval(() => {}, 1000)')
    await assert.rejects(opened.engine.build(order), isFailure(/took longer than 1 s/))
    assert.deepEqual(readdirSync(join(opened.folder, 'builds')), [])
  })

  test('fails when it exceeds its disk limit, and leaves no files', async () => {
    await using opened = await openTestEngine({
      buildRoom: { bytes: 8 * 1024 * 1024, inodes: 10_000 },
    })
    const { engine, folder } = opened
    const fill = (path: string) =>
      step(`import { appendFileSync } from 'node:fs'
        const block = Buffer.alloc(1024 * 1024, 1)
        for (let megabytes = 0; megabytes < 16; megabytes++) appendFileSync(${path}, block)
        setInterval(() => {}, 1000)`)
    for (const path of ["'file'", "process.env.HOME + '/.cache/file'", "'/tmp/file'"]) {
      const sentence = /^The build took more room on disk than the 8 MB it may/
      await assert.rejects(engine.build(fill(path)), isFailure(sentence))
      assert.deepEqual(readdirSync(join(folder, 'builds')), [])
      assert.deepEqual(readdirSync(join(folder, 'caches')), [])
    }
    await engine.build(step('1'))
  })

  test('kills processes that its steps leave running', async () => {
    for (const without of [[], ['users', 'sandbox', 'network', 'limits']] as const) {
      await using opened = await openTestEngine({ without: [...without] })
      const script = `import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
        spawn('sleep', ['7654'], { detached: true, stdio: 'inherit' }).unref()
        setTimeout(() => process.exit(0), 50)`
      const before = sleepers()
      await opened.engine.build(step(script))
      assert.deepEqual(sleepers(), before)
    }
  })

  test('dies with the server, and the next server removes its leftovers', async () => {
    for (const without of [[], ['users', 'sandbox', 'network', 'limits']] as const) {
      await using opened = await openTestEngine({ without: [...without] })
      const { engine, folder } = opened
      const mark = `build-${randomUUID()}`
      const main = new URL(import.meta.resolve('#tests/support/engine/engine-main.ts')).pathname
      const server = spawn(process.execPath, [main, folder, mark, ...without], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const lines = createInterface(server.stdout)
      await withTimeout(once(lines, 'line'), 60_000, 'the build')
      server.kill('SIGKILL')
      await once(server, 'exit')
      const isGone = () => processesWith(`MARK=${mark}`).length === 0
      await until(isGone, { timeout: 300_000, what: 'the end of the build' })
      const note = await readFile(join(folder, 'builds/deployment_one/groups'), 'utf8')
      const groups = JSON.parse(note) as string[]
      assert.equal(groups.every(existsSync), true)
      await engine.recover([])
      assert.deepEqual(readdirSync(join(folder, 'builds')), [])
      assert.deepEqual(groups.filter(existsSync), [])
    }
  })

  test("sees the machine's variables, overridden by those of the application", async () => {
    const secrets = await mkdtemp(join(tmpdir(), 'berth-certs-'))
    await writeFile(join(secrets, 'extra.pem'), 'certificate')
    await using opened = await openTestEngine({
      registry: async () => 'http://packages.test/',
      hostEnvironment: {
        proxies: { https_proxy: 'http://proxy.test:3128' },
        extraCaCerts: join(secrets, 'extra.pem'),
      },
    })
    const script = `import fs from 'node:fs'
      const { npm_config_registry, https_proxy, NODE_EXTRA_CA_CERTS, PORT } = process.env
      console.log(JSON.stringify([npm_config_registry, https_proxy, PORT]))
      console.log(fs.readFileSync(NODE_EXTRA_CA_CERTS, 'utf8'))`
    const machine = await linesOf(opened.engine, step(script))
    assert.deepEqual(machine.slice(-2), [
      '["http://packages.test/","http://proxy.test:3128","8080"]',
      'certificate',
    ])
    const own = { npm_config_registry: 'http://own.test/' }
    const given = await linesOf(opened.engine, step(script, { environment: own }))
    assert.match(given.at(-2) ?? '', /^\["http:\/\/own\.test\/"/)
    await rm(secrets, { recursive: true })
  })

  test('shares its package manager cache only with builds of the same application', async () => {
    await using opened = await openTestEngine()
    const script = `import fs from 'node:fs'
      const folder = process.env.npm_config_cache
      console.log(fs.existsSync(folder + '/kept'))
      fs.mkdirSync(folder, { recursive: true })
      fs.writeFileSync(folder + '/kept', '')`
    const other = { applicationId: 'app_two' as const, applicationNumber: 2 }
    assert.deepEqual(await linesOf(opened.engine, step(script)), ['false'])
    assert.deepEqual(await linesOf(opened.engine, step(script)), ['true'])
    assert.deepEqual(await linesOf(opened.engine, step(script, other)), ['false'])
    const { recipe } = step(script)
    const thrownAway = step(script, { recipe: { ...recipe, downloads: 'thrown away' } })
    assert.deepEqual(await linesOf(opened.engine, thrownAway), ['false'])
  })

  test('never follows a symbolic link in the source', async () => {
    const outside = await mkdtemp(join(tmpdir(), 'berth-outside-'))
    await writeFile(join(outside, 'file'), 'mine', { mode: 0o600 })
    await using opened = await openTestEngine()
    const source = linking(filesSource({ 'make.mjs': '1' }), {
      folder: outside,
      file: join(outside, 'file'),
      'artifact.json': '/etc/passwd',
    })
    const artifact = await opened.engine.build(step('1', { source }))
    const facts = await stat(join(outside, 'file'))
    assert.deepEqual([facts.uid, facts.mode & 0o777], [process.getuid?.(), 0o600])
    const link = await lstat(join(opened.folder, 'artifacts', artifact.id, 'app/file'))
    assert.equal(link.isSymbolicLink(), true)
    await opened.engine.discard(artifact)
    await opened.engine.close()
    assert.equal(existsSync(join(outside, 'file')), true)
    await opened.reopen()
    await rm(outside, { recursive: true })
  })

  test('rejects a working directory outside its own folder', async () => {
    await using opened = await openTestEngine()
    for (const id of ['../x', '', '/etc', 'a/b', '-rf', '.']) {
      await assert.rejects(
        opened.engine.build(step('1', { deploymentId: id as DeploymentId })),
        /name of a folder/,
      )
      await assert.rejects(
        opened.engine.build(step('1', { applicationId: id as ApplicationId })),
        /name of a folder/,
      )
    }
    assert.deepEqual(readdirSync(join(opened.folder, 'builds')), [])
  })

  test('repeated under the same id replaces the first artifact', async () => {
    await using opened = await openTestEngine()
    const write = (word: string) =>
      step(`import fs from 'node:fs'; fs.writeFileSync('made', '${word}')`)
    await opened.engine.build(write('first'))
    const { id } = await opened.engine.build(write('second'))
    const path = join(opened.folder, 'artifacts', id, 'app/made')
    assert.equal(readFileSync(path, 'utf8'), 'second')
  })
})

const numbers = () => readdirSync('/proc').filter((name) => /^\d+$/.test(name))

/** Launch processes left over for an application's folder. */
const launchesOf = (applicationId: string) =>
  numbers().filter((pid) => readOrEmpty(`/proc/${pid}/cmdline`).includes(applicationId))

function processesWith(variable: string): string[] {
  return numbers().filter((pid) => readOrEmpty(`/proc/${pid}/environ`).includes(variable))
}

const sleepers = () =>
  numbers().filter((pid) => readOrEmpty(`/proc/${pid}/cmdline`).includes('7654'))

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
