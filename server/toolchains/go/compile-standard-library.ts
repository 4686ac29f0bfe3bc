import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { run } from '#kit/process/subprocess.ts'

/** What most servers use, with all that it is made of. */
const packages = [
  ...['archive/zip', 'crypto/sha1', 'database/sql', 'embed', 'encoding/csv', 'encoding/json'],
  ...['encoding/xml', 'expvar', 'flag', 'html/template', 'log', 'log/slog', 'math/rand/v2'],
  ...['net/http', 'net/http/httputil', 'net/http/pprof', 'os/exec', 'os/signal', 'text/template'],
]

/** Where the script `go-build` looks for it. */
const compiledFolder = 'compiled'

/**
 * Compiles the standard library into a cache beside a release of Go, in a sandbox of the system in which applications are built, as the key of each package names its
 * compiler. Else the first build of each application would take half a minute longer. Where there can be no sandbox, it does.
 */
export async function compileStandardLibrary(
  tree: string,
  system: string,
  signal: AbortSignal,
): Promise<void> {
  const cache = join(tree, compiledFolder)
  await mkdir(cache)
  const sandbox = [
    ...['bwrap', '--unshare-all', '--die-with-parent', '--clearenv', '--tmpfs', '/'],
    ...['--ro-bind', join(system, 'usr'), '/usr', '--symlink', 'usr/bin', '/bin'],
    ...['--symlink', 'usr/lib', '/lib', '--symlink', 'usr/lib64', '/lib64'],
    ...['--ro-bind', join(system, 'etc'), '/etc', '--ro-bind', tree, '/opt/go'],
    ...['--bind', cache, '/cache', '--dev', '/dev', '--proc', '/proc', '--tmpfs', '/tmp'],
  ]
  const variables = Object.entries({
    PATH: '/opt/go/bin:/usr/bin',
    HOME: '/tmp',
    GOCACHE: '/cache',
    GOTOOLCHAIN: 'local',
    GO111MODULE: 'off',
  }).flatMap(([name, value]) => ['--setenv', name, value])
  const build = ['go', 'build', ...packages]
  const command = [...sandbox, ...variables, '--chdir', '/tmp', '--', ...build]
  const { code } = await run(command as [string, ...string[]], { signal }).catch((error) => {
    if (signal.aborted) throw error
    return { code: 1 }
  })
  if (code !== 0) await rm(cache, { recursive: true, force: true })
}
