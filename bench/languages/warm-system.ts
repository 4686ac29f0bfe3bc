import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { firstAnswer } from '#bench/support/first-answer.ts'
import { downloadFolders } from '#engines/process/builds/dependencies/download-folders.ts'
import { withTimeout } from '#kit/concurrency/timeout.ts'
import { runOrThrow } from '#kit/process/subprocess.ts'
import { compare, valid } from '#kit/text/versions.ts'
import type { Recipe, Tool } from '#platform/model/hosting/recipe/recipe.ts'
import { isSystemTool } from '#platform/model/hosting/recipe/system-tools.ts'
import { openOutsideMachine } from '#tests/support/servers/outside-machine.ts'
import { toolchainCache } from '#tests/support/toolchain-cache.ts'
import { type ApplicationCpus, openHandGroups } from './hand-groups.ts'

const timeout = 900_000

export interface WarmSystemOptions {
  /** The user's folder, with a repository. */
  folder: string
  recipe: Recipe
  /** Variables of the application. */
  variables: Record<string, string>
  /** CPUs that the application has on the platform. */
  cpus: ApplicationCpus
}

/** A checkout in which the application was built before, and its commands by hand, with the tools of the platform and in the same Debian system. */
export interface WarmSystem extends AsyncDisposable {
  /** Milliseconds from the push to the first answer with the text: pulls, builds and starts. */
  push(text: string): Promise<number>
}

/** The user in the system; some servers refuse to be started by root. */
const user = 1000

export async function openWarmSystem(options: WarmSystemOptions): Promise<WarmSystem> {
  const { recipe } = options
  await using open = new AsyncDisposableStack()
  const top = await mkdtemp(join(tmpdir(), 'berth-by-hand-'))
  open.defer(() => rm(top, { recursive: true, force: true }))
  // Its own network, so that it listens on the port that the application gets on the platform.
  const machine = open.use(await openOutsideMachine())
  const repository = join(top, 'plain.git')
  const places = ['app', 'cache', 'tmp'].map((name) => join(top, name))
  const [app = '', cache = '', tmp = ''] = places
  await runOrThrow(['git', 'init', '--quiet', '--bare', '--initial-branch=master', repository])
  const git = (...words: string[]) => runOrThrow(['git', ...words], { cwd: options.folder })
  await git('push', '--quiet', repository, 'master')
  await git('clone', '--quiet', repository, app)
  for (const place of [cache, tmp]) await mkdir(place)

  const system = await systemArguments(recipe.tools)
  const environment = {
    LANG: 'C.UTF-8',
    HOME: '/tmp',
    TMPDIR: '/tmp',
    PORT: '8080',
    ...downloadFolders('/cache', recipe.tools),
    ...recipe.environment,
    ...options.variables,
    PATH: [
      ...(recipe.programs ?? []).map((program) => join('/app', program)),
      ...recipe.tools.map(({ name }) => `/opt/${name}/bin`),
      ...['/usr/local/bin', '/usr/bin', '/bin', '/usr/sbin', '/sbin'],
    ].join(':'),
  }
  const groups = open.use(await openHandGroups(options.cpus))
  const inside = (
    command: readonly string[],
    more: Record<string, string> = {},
  ): [string, ...string[]] => [
    'bwrap',
    ...['--unshare-user', '--uid', String(user), '--gid', String(user), '--unshare-pid'],
    ...['--die-with-parent', '--clearenv'],
    ...Object.entries({ ...environment, ...more }).flatMap(([name, value]) => [
      ...['--setenv', name, value],
    ]),
    ...system,
    ...['--bind', tmp, '/tmp', '--bind', cache, '/cache', '--bind', app, '/app'],
    ...['--chdir', '/app', '--', ...command],
  ]
  const build = async () => {
    const { dependencies } = recipe
    for (const { command, environment } of [
      ...(dependencies ? [dependencies.install] : []),
      ...recipe.build,
    ]) {
      await runOrThrow(groups.building(inside(command, environment)), { timeout })
    }
  }
  const started = (command: readonly string[]): ChildProcess => {
    const { namespace } = machine.own
    const [program, ...args] = groups.serving([
      ...(['ip', 'netns', 'exec', namespace] as const),
      ...inside(command),
    ])
    return spawn(program, args, { stdio: 'ignore' })
  }

  const opened = open.move()
  return {
    async push(text) {
      const begin = performance.now()
      await git('push', '--quiet', repository, 'master')
      await git('-C', app, 'pull', '--quiet', '--ff-only')
      await build()
      const commands = [...(recipe.workers ?? []).map(({ command }) => command), recipe.start]
      const children = commands.map(started)
      const ended = children.map((child) => once(child, 'exit'))
      try {
        const { address } = machine.own
        const answer = firstAnswer({
          address,
          port: 8080,
          host: 'localhost',
          body: text,
          isPart: true,
          timeout,
        })
        await Promise.race([answer, ...ended.slice(-1).map(endedEarly)])
        return performance.now() - begin
      } finally {
        for (const child of children) child.kill('SIGKILL')
        await withTimeout(Promise.all(ended), 20_000, 'the end of what was started by hand')
      }
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

/** What serves has no end, so nobody would answer. */
async function endedEarly(exit: Promise<unknown[]>): Promise<never> {
  const [code] = await exit
  throw new Error(`what was started by hand ended with ${code} before it answered`)
}

/** Those of the machine, because a system has none. */
const ofMachine = ['passwd', 'group', 'nsswitch.conf', 'resolv.conf', 'hosts', 'ssl']

/** Arguments of bubblewrap for the system in which the application runs, with its tools. */
async function systemArguments(tools: readonly Tool[]): Promise<string[]> {
  const places = await Promise.all(tools.map(placeOf))
  const root = places[tools.findIndex(isSystemTool)]
  const others = tools.flatMap((tool, at) =>
    isSystemTool(tool) ? [] : ['--ro-bind', places[at] ?? '', `/opt/${tool.name}`],
  )
  return [
    ...['--ro-bind', join(root ?? '/', 'usr'), '/usr', '--dev', '/dev', '--proc', '/proc'],
    ...['bin', 'sbin', 'lib', 'lib64'].flatMap((name) => ['--symlink', `usr/${name}`, `/${name}`]),
    ...(root === undefined ? ['--ro-bind', '/etc', '/etc'] : await etcArguments(root)),
    ...['--dir', '/var', '--symlink', '/tmp', '/var/tmp'],
    ...others,
  ]
}

async function etcArguments(root: string): Promise<string[]> {
  const names = (await readdir(join(root, 'etc'))).filter((name) => !ofMachine.includes(name))
  return [
    ...names.flatMap((name) => ['--ro-bind', join(root, 'etc', name), `/etc/${name}`]),
    ...ofMachine.flatMap((name) => ['--ro-bind-try', `/etc/${name}`, `/etc/${name}`]),
  ]
}

/** The newest of a line, which the platform has fetched for its own deployment. */
async function placeOf({ name, version }: Tool): Promise<string> {
  const exact = join(toolchainCache, name, version)
  if (existsSync(exact)) return exact
  const fitting = (await readdir(join(toolchainCache, name))).filter((each) =>
    /^[-.+]/.test(each.startsWith(version) ? each.slice(version.length) : ''),
  )
  const newest = fitting
    .sort((one, other) =>
      valid(one) && valid(other)
        ? compare(one, other)
        : one.localeCompare(other, 'en', { numeric: true }),
    )
    .at(-1)
  if (newest === undefined) throw new Error(`there is no ${name} ${version} in ${toolchainCache}`)
  return join(toolchainCache, name, newest)
}
