import assert from 'node:assert/strict'
import { until } from '#kit/concurrency/timeout.ts'
import { PushedApplication } from '#tests/support/applications/pushed-application.ts'
import type { TestBerth } from '#tests/support/platform/berth.ts'
import { keepVisiting } from '#tests/support/visitors/visit.ts'

/** Pushes a version and kills the server in mid-deployment; returns the commit. */
export type PushAndKill = () => Promise<string>

/** An application that is deployed again and again while its server is killed, under visits. */
export class KilledApplication {
  readonly pushed: PushedApplication
  version = 0

  private constructor(pushed: PushedApplication) {
    this.pushed = pushed
  }

  /** With a first version that serves. */
  static async create(
    berth: TestBerth,
    variables: Record<string, string>,
  ): Promise<KilledApplication> {
    const killed = new KilledApplication(await PushedApplication.create(berth, 'killed'))
    await berth.client.environment.replace(killed.pushed.record, variables)
    await killed.pushNextVersion()
    await killed.#deployed()
    await killed.serves()
    return killed
  }

  /** A first deployment may have to make a base image. */
  async #deployed(): Promise<void> {
    const ended = await until(
      async () => {
        const [first] = await this.pushed.deployments()
        return first && first.state !== 'WIP' && first
      },
      { timeout: 600_000, every: 200, what: 'the first deployment' },
    )
    assert.equal(ended.state, 'OK', (await this.pushed.log()).join('\n'))
  }

  /** Build and start take long enough to be interrupted. A request for `/slow` is answered two seconds later. */
  async pushNextVersion(): Promise<string> {
    this.version += 1
    const { version } = this
    const { project } = this.pushed
    await project.write({
      'package.json': JSON.stringify({
        name: 'killed',
        version: `${version}.0.0`,
        main: 'server.js',
      }),
      'server.js': `
      const { createServer } = require('node:http')
      const server = createServer((request, response) =>
        setTimeout(() => response.end('version ${version}'), request.url === '/slow' ? 2000 : 0))
      setTimeout(() => server.listen(8080, '0.0.0.0'), 300)
      process.on('SIGTERM', () => server.close(() => process.exit(0)))`,
    })
    const commit = await project.commit(`Version ${version}`)
    await project.git('push', 'berth', 'master')
    return commit
  }

  /** Pushes a version and kills the server once this is reached, whether the push was answered by then or not. */
  async pushAndKill(reached: () => Promise<unknown>): Promise<string> {
    const { berth, project } = this.pushed
    const pushing = this.pushNextVersion().catch(() => undefined)
    await reached()
    await berth.signal('SIGKILL')
    return (await pushing) ?? (await project.git('rev-parse', 'HEAD')).stdout.trim()
  }

  /** Waits until visitors see the newest version. */
  async serves(): Promise<void> {
    await until(async () => (await this.pushed.visit()).body === `version ${this.version}`, {
      timeout: 300_000,
      every: 50,
      what: `version ${this.version}`,
    })
  }

  /** The next server finishes the deployment once, one instance is left, and no visit has failed. */
  async assertSurvives(pushAndKill: PushAndKill): Promise<void> {
    const { pushed } = this
    const { berth } = pushed
    await using visitors = keepVisiting(berth.addresses.visitors.http, pushed.host, 2)
    const commit = await pushAndKill()
    const { http } = berth.addresses.visitors
    await berth.start()
    assert.equal(berth.addresses.visitors.http, http, 'the router went on')
    await this.serves()
    const deployments = await until(
      async () => {
        const list = await pushed.deployments()
        return list.every((deployment) => deployment.state !== 'WIP') && list
      },
      { timeout: 300_000, every: 100, what: 'the end of every deployment' },
    )
    const ofCommit = deployments.filter((deployment) => deployment.commit === commit)
    assert.deepEqual(
      ofCommit.map((deployment) => deployment.state),
      ['OK'],
      'neither lost nor doubled',
    )
    await until(async () => (await berth.client.instances.list(pushed.record)).length === 1, {
      timeout: 300_000,
      every: 100,
      what: 'one instance',
    })
    const { failures, answers } = await visitors.stop()
    assert.deepEqual(failures, [])
    assert.ok(answers > 0)
  }
}
