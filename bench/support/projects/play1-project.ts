import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { firstAnswer } from '#bench/support/first-answer.ts'
import { withTimeout } from '#kit/concurrency/timeout.ts'
import { freePort } from '#kit/net/free-port.ts'
import { runOrThrow } from '#kit/process/subprocess.ts'
import type { TestBerth } from '#tests/support/platform/berth.ts'
import { toolchainCache } from '#tests/support/toolchain-cache.ts'
import { linkProject } from './linked-project.ts'

const profile = '--%clevercloud'
const timeout = 120_000

/** A Play 1 application in a user's folder. Each commit responds with its own body and logs it when it has started. */
export interface Play1Project {
  folder: string
  env: NodeJS.ProcessEnv
  readonly body: string
  commit(): Promise<void>
  /** Pushes as a user does; returns the milliseconds until a visitor gets the new version. */
  push(): Promise<number>
}

const filesOf = (body: string): Record<string, string> => ({
  'conf/application.conf': `application.name=hello
application.mode=prod
application.secret=${'s3cr3t'.repeat(11)}
XForwardedSupport=all
`,
  'conf/routes': 'GET / Application.index\n',
  'app/controllers/Application.java': `package controllers;
public class Application extends play.mvc.Controller {
    public static void index() { renderText("${body}"); }
}
`,
  'app/Started.java': `@play.jobs.OnApplicationStart
public class Started extends play.jobs.Job {
    public void doJob() { System.out.println("${body}"); }
}
`,
})

export async function createPlay1Project(berth: TestBerth, name: string): Promise<Play1Project> {
  const linked = await linkProject(berth, name, undefined, 'play1')
  const { project, host, port } = linked
  let number = 0
  const bodyOf = () => `Hello from Play, version ${number}`
  return {
    folder: project.folder,
    env: project.env,
    get body() {
      return bodyOf()
    },
    async commit() {
      number++
      await project.write(filesOf(bodyOf()))
      await project.commit(bodyOf())
    },
    async push() {
      const body = bodyOf()
      const started = withTimeout(linked.line(body), timeout, `the line ${body}`)
      const begin = performance.now()
      await Promise.all([project.git('push', 'berth', 'master'), started])
      await firstAnswer({ port, host, body })
      const milliseconds = performance.now() - begin
      await linked.settled()
      return milliseconds
    },
  }
}

/** Arguments: repository, empty folder. */
const script = `
git push --quiet "$1" master &&
git --git-dir="$1" --work-tree="$2" checkout --quiet --force master &&
cd -- "$2" &&
play1 precompile ${profile} &&
exec play1 run ${profile}`

/** The same commands with the same tools, without a platform. */
export async function play1ByHand(project: Play1Project) {
  const folder = await mkdtemp(join(tmpdir(), 'berth-by-hand-'))
  const repository = join(folder, 'plain.git')
  await runOrThrow(['git', 'init', '--quiet', '--bare', '--initial-branch=master', repository])
  const tools = ['java/8', 'play1/1.5.0'].map((tool) => join(toolchainCache, tool, 'bin'))
  const env = { ...project.env, PATH: [...tools, project.env.PATH].join(delimiter) }
  return {
    async push(): Promise<number> {
      const { body } = project
      const port = await freePort()
      const target = await mkdtemp(join(folder, 'version-'))
      const begin = performance.now()
      const child = spawn('/bin/sh', ['-c', script, 'by-hand', repository, target], {
        cwd: project.folder,
        env: { ...env, PORT: String(port) },
        detached: true,
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const exited = once(child, 'exit')
      try {
        await withTimeout(printed(child.stdout, body), timeout, `the line ${body}`)
        await firstAnswer({ port, host: 'localhost', body })
        return performance.now() - begin
      } finally {
        if (child.pid && child.exitCode === null) process.kill(-child.pid, 'SIGKILL')
        await withTimeout(exited, 20_000, 'the end of what was started by hand')
        await rm(target, { recursive: true })
      }
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
}

/** Resolves once the output contains the line; reads on, because a full pipe would stop the application. */
function printed(output: NodeJS.ReadableStream, line: string): Promise<void> {
  return new Promise((resolve) => {
    let text = ''
    output.on('data', (chunk: Buffer) => {
      text += chunk
      if (text.split('\n').includes(line)) resolve()
    })
  })
}
