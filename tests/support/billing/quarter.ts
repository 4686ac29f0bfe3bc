import assert from 'node:assert/strict'
import { until } from '#kit/concurrency/timeout.ts'
import { runBilling } from '#platform/billing/run-billing.ts'
import type { BuildOrder } from '#platform/model/hosting/deployments/engine.ts'
import type { AddonId, ApplicationId, OrganisationId } from '#platform/model/ids.ts'
import type { Plan } from '#platform/model/marketplace/plan.ts'
import { addOffer } from '#stores/marketplace.contract.ts'
import { type Person, somebody } from '#tests/support/people/people.ts'
import { openTestApi, type TestApi } from '#tests/support/platform/api.ts'
import { type OddProvider, openOddProvider } from '#tests/support/providers/odd-provider.ts'
import { Diary } from './diary.ts'
import { callAs, type Wire } from './wire.ts'

/** How long a build takes by the platform's clock. */
const buildTime = 95_000

export interface Customer {
  id: OrganisationId
  admin: Person
  call: ReturnType<typeof callAs>
}

/** A platform whose clock is set by the test, which keeps a diary of everything that it uses. */
export class Quarter implements AsyncDisposable {
  readonly api: TestApi
  readonly diary = new Diary()
  readonly operator: ReturnType<typeof callAs>
  readonly operatorAccount: Person
  readonly #service: OddProvider
  readonly #plans = new Map<string, Plan>()
  readonly #now: { time: number }

  private constructor(api: TestApi, service: OddProvider, operator: Person, now: { time: number }) {
    this.api = api
    this.#service = service
    this.#now = now
    this.operatorAccount = operator
    this.operator = callAs(api, operator)
  }

  static async open(start: string): Promise<Quarter> {
    const now = { time: Date.parse(start) }
    const api = await openTestApi({}, (parts) => ({
      ...parts,
      engine: {
        ...parts.engine,
        async build(order: BuildOrder) {
          const artifact = await parts.engine.build(order)
          now.time += buildTime
          return artifact
        },
      },
    }))
    api.platform.clock = () => now.time
    const operator = await somebody(api)
    api.platform.policies.operators = [operator.email]
    return new Quarter(api, await openOddProvider(), operator, now)
  }

  get now(): number {
    return this.#now.time
  }

  /** Time passes until then. */
  at(date: string): void {
    const time = Date.parse(date)
    assert.ok(time >= this.#now.time, `${date} is past`)
    this.#now.time = time
  }

  async customer(name: string, details: Record<string, string>): Promise<Customer> {
    const admin = await somebody(this.api)
    const call = callAs(this.api, admin)
    const { id } = await call('POST', '/v2/organisations', { name, ...details })
    return { id, admin, call }
  }

  /** A provider of an organisation that everybody may order from, with plans `s` and `l`. */
  async offer(id: string, ownerId: OrganisationId, [s, l]: [number, number]): Promise<void> {
    const { store } = this.api.platform
    const { provider, plan } = await addOffer(store, { id, ownerId, stage: 'RELEASE' })
    const urls = { base_url: this.#service.url, sso_url: `${this.#service.url}/sso` }
    const manifest = {
      ...provider.manifest,
      api: { ...provider.manifest.api, production: urls, test: urls },
    }
    await store.providers.change(id, { manifest })
    await store.plans.change(plan.id, { price: s })
    const large: Plan = {
      ...plan,
      id: `plan_${plan.id.slice('plan_'.length, -2)}zz`,
      slug: 'l',
      price: l,
    }
    await store.plans.add(large)
    this.#plans.set(`${id}/s`, { ...plan, price: s }).set(`${id}/l`, large)
  }

  #planOf(name: string): Plan {
    return this.#plans.get(name) ?? assert.fail(name)
  }

  async order({ id, call }: Customer, providerId: string, name: string): Promise<AddonId> {
    const body = { name, providerId, plan: 's', region: 'eu' }
    const { id: addonId } = await call('POST', `/v2/organisations/${id}/addons`, body)
    this.#usePlan(id, addonId, `${providerId}/s`)
    return addonId
  }

  #usePlan(ownerId: OrganisationId, addonId: AddonId, name: string): void {
    const { slug, price, providerId } = this.#planOf(name)
    const planPrice = String(price)
    this.diary.use(
      {
        kind: 'addon',
        ownerId,
        resourceId: addonId,
        flavorOrPlan: slug,
        providerId,
        planPrice,
      },
      this.now,
    )
  }

  async changePlan({ id, call }: Customer, addonId: AddonId, name: string): Promise<void> {
    const body = { planId: this.#planOf(name).id }
    await call('PUT', `/v2/organisations/${id}/addons/${addonId}/plan`, body)
    this.#usePlan(id, addonId, name)
  }

  async deleteAddon({ id, call }: Customer, addonId: AddonId): Promise<void> {
    await call('DELETE', `/v2/organisations/${id}/addons/${addonId}`)
    this.diary.end({ kind: 'addon', resourceId: addonId }, this.now)
  }

  /** The provider charges for use, with its own credentials. */
  async consume(
    { id }: Customer,
    { providerId, addonId }: { providerId: string; addonId: AddonId },
    cost: number,
    isAccepted = true,
  ): Promise<void> {
    const pair = `${providerId}:${'p'.repeat(40)}`
    const answer = await fetch(`${this.api.url}/v2/vendor/apps/${addonId}/consumptions`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(pair).toString('base64')}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ cost }),
    })
    assert.equal(answer.status, 200)
    if (isAccepted) this.diary.consume(id, addonId, String(cost), this.now)
  }

  async createApplication({ id, call }: Customer, name: string, size: string) {
    const scale = { minInstances: 1, maxInstances: 1, minFlavor: size, maxFlavor: size }
    const body = { name, instanceType: 'node', zone: 'par', ...scale }
    const record = await call('POST', `/v2/organisations/${id}/applications`, body)
    return record.id as ApplicationId
  }

  /** Deploys a commit: the build ends later by the platform's clock than it began. */
  async deploy(
    { id }: Customer,
    applicationId: ApplicationId,
    commit: string,
    [size, count]: [string, number],
  ): Promise<void> {
    const { platform } = this.api
    const application = (await platform.store.applications.find(applicationId)) ?? assert.fail()
    const build = { kind: 'build', ownerId: id, resourceId: applicationId } as const
    this.diary.use({ ...build, flavorOrPlan: application.buildFlavor }, this.now)
    assert.equal((await this.api.deploy(application, commit)).state, 'live')
    this.diary.end(build, this.now)
    this.#run(id, applicationId, size, count)
  }

  #run(
    ownerId: OrganisationId,
    resourceId: ApplicationId,
    flavorOrPlan: string,
    count: number,
  ): void {
    this.diary.use({ kind: 'runtime', ownerId, resourceId, flavorOrPlan }, this.now, count)
  }

  async scale({ id, call }: Customer, application: ApplicationId, size: string, count: number) {
    const scale = { minInstances: count, maxInstances: count, minFlavor: size, maxFlavor: size }
    await call('PUT', `/v2/organisations/${id}/applications/${application}`, scale)
    await this.#settled(application)
    this.#run(id, application, size, count)
  }

  async stop({ id, call }: Customer, application: ApplicationId): Promise<void> {
    const path = `/v2/organisations/${id}/applications/${application}/instances`
    await call('DELETE', path)
    await this.#settled(application)
    this.stopped(application)
  }

  /** The platform has stopped an application. */
  stopped(application: ApplicationId): void {
    this.diary.end({ kind: 'runtime', resourceId: application }, this.now)
  }

  /** The platform has started an application again. */
  returned({ id }: Customer, application: ApplicationId, size: string, count: number): void {
    this.#run(id, application, size, count)
  }

  /** Completes the address for invoices. */
  setAddress({ id, call }: Customer, country: string, VAT = ''): Promise<unknown> {
    const place = { address: '7 rue des Archives', city: 'Paris', zipcode: '75003' }
    return call('PUT', `/v2/organisations/${id}`, { ...place, country, VAT })
  }

  /** What the platform does by itself each hour. */
  runRound(): Promise<void> {
    return runBilling(this.api.platform, (error) => assert.fail(String(error)))
  }

  /** Waits for the mail about something among those to the administrator. */
  async mailed({ admin }: Customer, subject: RegExp): Promise<void> {
    for (;;) if (subject.test((await this.api.mail(admin.email)).subject)) return
  }

  async instancesOf({ id, call }: Customer, application: ApplicationId): Promise<number> {
    const path = `/v2/organisations/${id}/applications/${application}/instances`
    return (await call('GET', path)).length
  }

  async becomes(customer: Customer, application: ApplicationId, count: number): Promise<void> {
    const isReached = async () => (await this.instancesOf(customer, application)) === count
    await until(isReached, { timeout: 300_000, what: `${count} instances of ${application}` })
  }

  /** Invoices of a customer by month, without credit notes. */
  async invoicesOf({ id, call }: Customer): Promise<Map<string, string>> {
    const all = await call('GET', `/v4/billing/organisations/${id}/invoices`)
    return new Map(
      all
        .filter(({ type }: Wire) => type === 'INVOICE')
        .map((one: Wire) => [one.consumption_begin_date.slice(0, 7), one.invoice_number]),
    )
  }

  async #settled(application: ApplicationId): Promise<void> {
    const { store, queue } = this.api.platform
    const [newest] = await store.deployments.listOf(application, {})
    if (newest) assert.equal((await this.api.ended(newest.id)).failure, null)
    await queue.idle(application)
  }

  async [Symbol.asyncDispose]() {
    await this.#service[Symbol.asyncDispose]()
    await this.api[Symbol.asyncDispose]()
  }
}
