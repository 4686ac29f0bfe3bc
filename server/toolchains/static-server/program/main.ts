import { mkdtemp } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAnswer } from './answer.ts'
import { entryAt, findIndex } from './find-file.ts'
import { type Options, OptionsError, readOptions } from './options.ts'

/** Longer than routers keep an idle connection, so that none is closed while a request is on its way. */
const keepAliveTimeout = 75_000

async function main(): Promise<void> {
  const options = await readOptions(process.argv.slice(2))
  if (options.check) return check(options)
  const temporary = await mkdtemp(join(tmpdir(), 'static-server-'))
  const answer = createAnswer(options, {
    temporary,
    onError: (error) => console.error(error.stack),
  })
  const server = createServer({ keepAliveTimeout }, answer)
  process.once('SIGTERM', () => {
    server.close()
    // For connections that still wait for an answer: they are closed after it.
    server.keepAliveTimeout = 1
    server.closeIdleConnections()
  })
  server.listen(options.port, '0.0.0.0', () => {
    const address = server.address()
    if (address && typeof address === 'object') console.log(`Listening on 0.0.0.0:${address.port}`)
  })
}

async function check(options: Options): Promise<void> {
  const { fallback } = options
  if (fallback && !(await entryAt(options, fallback))?.stats.isFile()) {
    const name = JSON.stringify(fallback.join('/'))
    throw new OptionsError(
      `There is no file ${name} after the build: set CC_STATIC_FALLBACK to a page below CC_WEBROOT.`,
    )
  }
  if (options.check === 'folder' || (await findIndex(options, []))) return
  throw new OptionsError(
    'There is no index.html after the build, so / has no page: set CC_WEBROOT to the folder that the build writes.',
  )
}

await main().catch((error: Error) => {
  console.error(error instanceof OptionsError ? error.message : error.stack)
  process.exitCode = 1
})
