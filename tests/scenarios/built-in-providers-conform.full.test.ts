import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, test } from 'node:test'
import { type FoundOffer, readOffers } from '#built-in-providers/offer.ts'
import { withTimeout } from '#kit/concurrency/timeout.ts'
import { freePort } from '#kit/net/free-port.ts'
import { plainEnvironment, run } from '#kit/process/subprocess.ts'
import { newSecret } from '#kit/text/ids.ts'
import type { Handover } from '#providers/kit/built-in-provider.ts'
import { root } from '#tests/laws/source-tree.ts'
import { memoryTmpdir } from '#tests/support/memory-folder.ts'
import { provideVersitygw } from '#tests/support/objects/build-versitygw.ts'
import { testAccess } from '#tests/support/servers/server-access.ts'
import { cacheFolder } from '#tests/test-file.ts'

const offers = await readOffers()
const env = { ...plainEnvironment(), NODE_COMPILE_CACHE: cacheFolder }
const program = [process.execPath, join(root, 'cli/main.ts')] as const

// They mostly wait for the disk, but not all the time.
describe('built-in providers', { concurrency: 2 }, () => {
  for (const offer of offers) {
    test(`${offer.name} conforms to the protocol`, async () => {
      await using running = await startProvider(offer)
      const [cheapest] = offer.plans.map(({ slug }) => slug)
      const { code, stdout, stderr } = await run(
        [
          ...program,
          'provider',
          'test',
          running.manifest,
          '--plan',
          cheapest ?? '',
          ...['--timeout', '300', '--format', 'json'],
        ],
        { cwd: running.folder, timeout: 450_000, env },
      )
      assert.equal(code, 0, `${failedChecks(stdout)}\n${stderr}`)
    })
  }
})

/** The whole report has a thousand lines. */
function failedChecks(report: string): string {
  try {
    const { checks } = JSON.parse(report) as { checks: { outcome: string }[] }
    return JSON.stringify(
      checks.filter(({ outcome }) => outcome === 'failed'),
      null,
      2,
    )
  } catch {
    return report
  }
}

/** A built-in provider without a platform, which knows only the protocol. */
async function startProvider(offer: FoundOffer) {
  await using undo = new AsyncDisposableStack()
  const folder = await mkdtemp(join(memoryTmpdir(), 'berth-provider-'))
  undo.defer(() => rm(folder, { recursive: true, force: true }))
  await chmod(folder, 0o711)
  const port = await freePort()
  const urls = {
    base_url: `http://127.0.0.1:${port}/resources`,
    sso_url: `http://127.0.0.1:${port}/sso`,
  }
  const isAny = offer.configVars.includes('*')
  const manifest = {
    id: offer.id,
    api: {
      config_vars: isAny ? ['CONFIG_PROVIDER_ANY'] : offer.configVars,
      password: newSecret(),
      sso_salt: newSecret(),
      regions: ['eu'],
      production: urls,
      test: urls,
    },
  }
  const key = randomBytes(32).toString('hex')
  const told: Handover = {
    manifest,
    port,
    addonsHost: '127.0.0.1',
    access: testAccess(),
    apiUrl: 'http://127.0.0.1:1',
    key,
    // Of the store of objects; the others need none.
    choices: { program: await provideVersitygw() },
  }
  await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest))
  const child = spawn(process.execPath, [offer.main, folder], { stdio: ['pipe', 'pipe', 'ignore'] })
  child.stdin.write(`${JSON.stringify(told)}\n`)
  undo.defer(async () => {
    const gone = once(child, 'exit')
    child.kill('SIGINT')
    await withTimeout(gone, 60_000, `the end of ${offer.name}`)
  })
  const lines = createInterface({ input: child.stdout })
  await withTimeout(once(lines, 'line'), 60_000, `the start of ${offer.name}`)
  const ending = undo.move()
  return {
    folder,
    manifest: join(folder, 'manifest.json'),
    [Symbol.asyncDispose]: () => ending.disposeAsync(),
  }
}
