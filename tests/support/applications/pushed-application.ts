import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Application } from '#client/resources/applications/applications.ts'
import type { Deployment } from '#client/resources/applications/deployments.ts'
import { until } from '#kit/concurrency/timeout.ts'
import type { Example } from '#tests/examples.ts'
import type { TestBerth } from '#tests/support/platform/berth.ts'
import type { CommandResult } from '#tests/support/platform/command.ts'
import { Project } from '#tests/support/projects/project.ts'
import { type Visit, visit } from '#tests/support/visitors/visit.ts'
import { journalEnd } from './deployment-journal.ts'

const timeout = 240_000

/** Starts `server.js` with Node alone: for a test that is about installing, where a package manager at the start only takes time. */
export const startedByNode = { CC_RUN_COMMAND: 'node server.js' }

/** A platform that tests may push to, however it was started. */
type RunningBerth = Pick<TestBerth, 'folder' | 'data' | 'addresses' | 'admin' | 'client'>

/** An application with a user's project that is pushed to it. */
export class PushedApplication<B extends RunningBerth = TestBerth> {
  readonly berth: B
  readonly project: Project
  readonly record: Application

  private constructor(berth: B, project: Project, record: Application) {
    this.berth = berth
    this.project = project
    this.record = record
  }

  static async create<B extends RunningBerth>(
    berth: B,
    name: string,
    example?: string,
    organisationId: string = berth.admin.organisationId,
    type = 'node',
  ) {
    const project = await Project.create(berth, name, example)
    await project.type('login', '--local', '--data', berth.data)
    const created = await project.type('create', '--type', type, name, '--org', organisationId)
    if (created.code !== 0) throw new Error(created.output)
    return PushedApplication.of(berth, project, { name, organisationId })
  }

  /** The application of this name, which the project was linked to. */
  static async of<B extends RunningBerth>(
    berth: B,
    project: Project,
    { name, organisationId }: { name: string; organisationId: string },
  ) {
    const all = await berth.client.applications.list(organisationId)
    const record = all.find((application) => application.name === name)
    if (!record) throw new Error(`${name} is not there`)
    project.pushWith(berth.admin, record.deployment.httpUrl ?? '')
    return new PushedApplication(berth, project, record)
  }

  /** Creates an example with its variables through the API, without the CLI, for tests that need many. */
  static async ofExample<B extends RunningBerth>(berth: B, { name, type, environment }: Example) {
    const { client, addresses, admin } = berth
    const project = await Project.create(berth, name, name)
    const kinds = await client.catalogue.instanceTypes(admin.organisationId)
    const kind = kinds.find((each) => each.type === type)
    if (!kind) throw new Error(`there is no type ${type}`)
    const record = await client.applications.create(admin.organisationId, {
      name,
      description: name,
      zone: 'par',
      env: environment,
      instanceType: kind.type,
      instanceVersion: kind.version,
      instanceVariant: kind.variant.id,
      minInstances: 1,
      maxInstances: 1,
      minFlavor: kind.defaultFlavor.name,
      maxFlavor: kind.defaultFlavor.name,
    })
    await project.git('remote', 'add', 'berth', record.deployment.httpUrl ?? '')
    project.pushWith(admin, record.deployment.httpUrl ?? '')
    project.env.GIT_SSL_CAINFO = addresses.ca
    return new PushedApplication(berth, project, record)
  }

  get host(): string {
    return `${this.record.id.replace('_', '-')}.localhost`
  }

  visit(path = '/'): Promise<Visit> {
    return visit(this.berth.addresses.visitors.http, this.host, { path })
  }

  /** Commits these files, pushes, and waits for the end of the deployment. */
  async deploy(files: Record<string, string>): Promise<Deployment> {
    await this.project.write(files)
    const commit = await this.project.commit('Another version')
    await this.project.git('push', 'berth', 'master')
    return this.ended(commit)
  }

  /** Waits for the end of the deployment of a commit. */
  async ended(commit: string, within = timeout): Promise<Deployment> {
    // A platform on PostgreSQL is asked alone.
    if (existsSync(join(this.berth.data, 'berth.sqlite')))
      await journalEnd(this.berth.data, { applicationId: this.record.id, commit }, within)
    return until(
      async () => {
        const all = await this.deployments()
        const found = all.find((deployment) => deployment.commit === commit)
        return found && found.state !== 'WIP' && found
      },
      { timeout: within, every: 50, upTo: 400, what: 'the end of the deployment' },
    )
  }

  deployments(): Promise<Deployment[]> {
    return this.berth.client.deployments.list(this.record)
  }

  /** Log messages so far. */
  async log(deploymentId?: string): Promise<string[]> {
    const until = new Date().toISOString()
    const lines: string[] = []
    for await (const { message } of this.berth.client.logs.follow(this.record, {
      until,
      deploymentId,
    })) {
      lines.push(message)
    }
    return lines
  }

  /** Waits for a message in the log. */
  logged(pattern: RegExp, within = timeout): Promise<string> {
    return until(async () => (await this.log()).find((message) => pattern.test(message)), {
      timeout: within,
      every: 100,
      upTo: 800,
      what: `${pattern} in the log`,
    })
  }

  /** Runs a CLI command in the project and asserts success. */
  async ok(...args: string[]): Promise<CommandResult> {
    const ran = await this.project.type(...args)
    if (ran.code !== 0) throw new Error(`berth ${args.join(' ')}:\n${ran.output}`)
    return ran
  }
}

/** A small server that answers with a text, and writes to its log what it was asked; Node alone starts it, without npm. */
export const webServer = (text: string): Record<string, string> => ({
  'package.json': JSON.stringify({ name: 'web', main: 'server.js' }),
  'server.js': `
    const server = require('node:http').createServer((request, response) => {
      if (request.url !== '/') console.log('asked for ' + request.url)
      response.end(${JSON.stringify(text)})
    })
    server.listen(8080, '0.0.0.0')
    process.on('SIGTERM', () => server.close(() => process.exit(0)))`,
})
