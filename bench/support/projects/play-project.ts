import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { firstAnswer } from '#bench/support/first-answer.ts'
import { withTimeout } from '#kit/concurrency/timeout.ts'
import { freePort } from '#kit/net/free-port.ts'
import { runOrThrow } from '#kit/process/subprocess.ts'
import { PushedApplication } from '#tests/support/applications/pushed-application.ts'
import type { TestBerth } from '#tests/support/platform/berth.ts'
import { playScala } from '#tests/support/projects/play-projects.ts'
import { toolchainCache } from '#tests/support/toolchain-cache.ts'
import { sbtLauncherVersion } from '#toolchains/sbt/sbt-tool.ts'

const greeting = 'shared/src/main/scala/Greeting.scala'
const goal = 'service1/stage'
const timeout = 900_000
/** Between two requests, in milliseconds: builds take seconds and need the processors. */
const every = 50
const secret = 'x'.repeat(64)

/** A Play application on the platform, and the same by hand. */
export interface PlayProject extends AsyncDisposable {
  /** Commits a change of the code only. */
  commit(): Promise<void>
  /** Milliseconds from a push to the first response of the new version. */
  push(): Promise<number>
  /** The same with `sbt stage` in a folder that keeps what was compiled. */
  byHand(): Promise<number>
}

export async function createPlayProject(berth: TestBerth): Promise<PlayProject> {
  const folder = await mkdtemp(join(tmpdir(), 'berth-play-by-hand-'))
  const owner = berth.admin.organisationId
  const application = await PushedApplication.create(berth, 'play', undefined, owner, 'play2')
  await berth.client.environment.replace(application.record, {
    APPLICATION_SECRET: secret,
    SBT_DEPLOY_GOAL: goal,
    CC_SBT_TARGET_DIR: 'service1',
  })
  const { project, host } = application
  const hand = await openHand(folder)
  let number = 0
  let commit = ''
  const body = () => `ahoy${number} false 3.0.8`

  return {
    async commit() {
      number++
      const text = playScala[greeting]?.replace('ahoy', `ahoy${number}`) ?? ''
      await project.write({ ...playScala, [greeting]: text })
      commit = await project.commit(`Version ${number}`)
    },
    async push() {
      const { port } = new URL(berth.addresses.visitors.http)
      const begin = performance.now()
      await project.git('push', 'berth', 'master')
      await firstAnswer({ port: Number(port), host, body: body(), timeout, every })
      const milliseconds = performance.now() - begin
      await application.ended(commit, timeout)
      return milliseconds
    },
    byHand: () => hand(project.folder, body()),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
}

/** Arguments: repository, folder, and the command of sbt. */
const pushAndStage = `
git push --quiet "$1" master &&
git --git-dir="$1" --work-tree="$2" checkout --quiet --force master &&
cd -- "$2" &&
shift 2 &&
exec "$@"`
const program = 'service1/target/universal/stage/bin/service1'

async function openHand(folder: string) {
  const repository = join(folder, 'plain.git')
  const target = join(folder, 'work')
  const cache = join(folder, 'cache')
  for (const path of [target, cache]) await mkdir(path)
  await runOrThrow(['git', 'init', '--quiet', '--bare', '--initial-branch=master', repository])
  await writeFile(join(folder, 'repositories'), '[repositories]\nlocal\nmaven-central\n')
  const java = join(toolchainCache, 'java/17')
  const env = {
    HOME: folder,
    JAVA_HOME: java,
    PATH: [join(java, 'bin'), '/usr/bin', '/bin'].join(delimiter),
    APPLICATION_SECRET: secret,
    COURSIER_CACHE: join(cache, 'coursier'),
  }
  const sbt = [
    ...['java', '-Xss4m', '-Dsbt.supershell=false', '-Dsbt.server.autostart=false'],
    ...['-Dsbt.override.build.repos=true', `-Dsbt.repository.config=${folder}/repositories`],
    ...[`-Dsbt.global.base=${cache}/global`, `-Dsbt.boot.directory=${cache}/boot`],
    ...[`-Dsbt.ivy.home=${cache}/ivy`, `-Dsbt.coursier.home=${cache}/coursier`],
    ...['-jar', join(toolchainCache, 'sbt', sbtLauncherVersion, 'sbt-launch.jar'), goal],
  ]
  return async (source: string, body: string): Promise<number> => {
    const port = await freePort()
    const begin = performance.now()
    const words = ['-c', pushAndStage, 'by-hand', repository, target, ...sbt]
    await runOrThrow(['/bin/sh', ...words], { cwd: source, env, timeout })
    const options = ['-Dpidfile.path=/dev/null', `-Dhttp.port=${port}`]
    const child = spawn(program, options, { cwd: target, env, detached: true, stdio: 'ignore' })
    const exited = once(child, 'exit')
    const early = exited.then(([code]) => {
      throw new Error(`what was started by hand exited with ${code}`)
    })
    try {
      await Promise.race([firstAnswer({ port, host: 'localhost', body, every }), early])
      return performance.now() - begin
    } finally {
      early.catch(() => {})
      if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, 'SIGTERM')
      await withTimeout(exited, 20_000, 'the end of an application that was started by hand')
    }
  }
}
