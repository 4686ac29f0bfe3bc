import type { Client } from '#client/client.ts'
import type { Application } from '#client/resources/applications/applications.ts'
import type { Deployment } from '#client/resources/applications/deployments.ts'
import { until } from '#kit/concurrency/timeout.ts'
import type { TestBerth } from '#tests/support/platform/berth.ts'
import { patientClient } from '#tests/support/platform/patient-client.ts'
import { Project } from '#tests/support/projects/project.ts'
import { PageVisitor } from '#tests/support/visitors/page-visitor.ts'

/** A user who has signed up to an open platform; start it with `BERTH_SIGNUP: 'open'`. */
export class Tenant {
  readonly berth: TestBerth
  readonly name: string
  readonly client: Client
  readonly credentials: { token: string; secret: string }

  private constructor(
    berth: TestBerth,
    name: string,
    credentials: { token: string; secret: string },
  ) {
    const { consumerKey, consumerSecret } = berth.admin
    this.berth = berth
    this.name = name
    this.credentials = credentials
    this.client = patientClient({
      api: berth.addresses.api,
      credentials: { consumerKey, consumerSecret, ...credentials },
    })
  }

  static async signUp(berth: TestBerth, name: string): Promise<Tenant> {
    const email = `${name}@example.test`
    const browser = new PageVisitor(berth.addresses.api)
    await browser.get('/v2/sessions/signup')
    await browser.send('/v2/users', { email, name, pass: `the harbour of ${name} at noon` })
    const link = await until(
      () => {
        const [, mail = ''] = berth.output.split(`mail to ${email}: `)
        return mail.match(/\| (http\S+)$/m)?.[1]
      },
      { timeout: 300_000, what: `a mail to ${email}` },
    )
    const { pathname, search } = new URL(link)
    await browser.get(pathname + search)
    const confirmed = await browser.send(pathname)
    if (confirmed.status !== 303) throw new Error(confirmed.text)
    const cliToken = `made-up-by-the-tool-of-${name}`
    await browser.get(`/cli-oauth?cli_token=${cliToken}`)
    await browser.send('/cli-oauth')
    const { token, secret } = await patientClient({
      api: berth.addresses.api,
    }).self.issuedAccessToken(cliToken)
    return new Tenant(berth, name, { token, secret })
  }

  async organisation(name: string): Promise<string> {
    return (await this.client.organisations.create({ name })).id
  }

  /** An application of an organisation, with its own project that is pushed with `git push berth`. */
  async application(
    ownerId: string,
    name: string,
    env: Record<string, string> = {},
  ): Promise<TenantApplication> {
    const { client, berth, credentials } = this
    const project = await Project.create(berth, `${this.name}-${name}`)
    const kind = (await client.catalogue.instanceTypes(ownerId)).find(({ type }) => type === 'node')
    if (!kind) throw new Error('there is no Node')
    const record = await client.applications.create(ownerId, {
      name,
      description: name,
      zone: 'par',
      env,
      minInstances: 1,
      maxInstances: 1,
      instanceType: kind.type,
      instanceVersion: kind.version,
      instanceVariant: kind.variant.id,
      minFlavor: 'XS',
      maxFlavor: 'XS',
    })
    await project.git('remote', 'add', 'berth', record.deployment.httpUrl ?? '')
    project.pushWith(credentials, record.deployment.httpUrl ?? '')
    project.env.GIT_SSL_CAINFO = berth.addresses.ca
    return new TenantApplication(this, project, record)
  }
}

/** An application of a signed-up tenant. */
export class TenantApplication {
  readonly tenant: Tenant
  readonly project: Project
  readonly record: Application

  constructor(tenant: Tenant, project: Project, record: Application) {
    this.tenant = tenant
    this.project = project
    this.record = record
  }

  /** Commits and pushes these files without waiting for the deployment. */
  async push(files: Record<string, string>): Promise<string> {
    await this.project.write(files)
    const commit = await this.project.commit('Another version')
    await this.project.git('push', 'berth', 'master')
    return commit
  }

  /** Waits until the newest deployment matches. */
  newest(isWanted: (deployment: Deployment) => boolean, what: string): Promise<Deployment> {
    return until(
      async () => {
        const [newest] = await this.tenant.client.deployments.list(this.record, { limit: 1 })
        return newest && isWanted(newest) && newest
      },
      { timeout: 300_000, every: 50, upTo: 400, what },
    )
  }

  /** Waits for the end of the newest deployment. */
  ended(): Promise<Deployment> {
    return this.newest(({ state }) => state !== 'WIP', `the end of ${this.record.name}`)
  }

  /** Log messages so far. */
  async log(): Promise<string[]> {
    const until = new Date().toISOString()
    const lines: string[] = []
    for await (const { message } of this.tenant.client.logs.follow(this.record, { until }))
      lines.push(message)
    return lines
  }

  /** Waits for a message in the log. */
  logged(pattern: RegExp): Promise<string> {
    return until(async () => (await this.log()).find((message) => pattern.test(message)), {
      timeout: 300_000,
      every: 100,
      upTo: 800,
      what: `${pattern} in the log of ${this.record.name}`,
    })
  }
}
