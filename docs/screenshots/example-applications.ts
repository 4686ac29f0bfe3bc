import { createServer } from 'node:http'
import type { Application } from '#client/resources/applications/applications.ts'
import { PushedApplication } from '#tests/support/applications/pushed-application.ts'
import type { TestBerth } from '#tests/support/platform/berth.ts'
import { Project } from '#tests/support/projects/project.ts'
import {
  brokenStorefront,
  type ProjectFiles,
  service,
  silentWorker,
  storefront,
} from './example-projects.ts'

/** An application of the examples, by its name. */
export type Applications = Record<
  'storefront' | 'catalogue-api' | 'mail-worker' | 'handbook' | 'newsletter' | 'staging',
  PushedApplication
>

interface Example {
  name: keyof Applications
  description: string
  environment?: Record<string, string>
  instances?: number
}

const examples: readonly Example[] = [
  {
    name: 'storefront',
    description: 'The shop that customers see',
    instances: 2,
    environment: {
      CURRENCY: 'EUR',
      FEATURE_GIFT_CARDS: 'true',
      PAYMENT_GATEWAY_URL: 'https://pay.harbour.example/v2',
      PAYMENT_GATEWAY_SECRET: 'sk_live_7f3a9c51d2e8',
      SESSION_SECRET: 'b0c1e8d5a7f24c0e',
      SITE_TITLE: 'Harbour Supplies',
    },
  },
  { name: 'catalogue-api', description: 'Articles and prices as JSON' },
  { name: 'mail-worker', description: 'Sends confirmations of orders' },
  { name: 'handbook', description: 'How we work' },
  { name: 'newsletter', description: 'News for customers, from December on' },
  { name: 'staging', description: 'The next version of the shop' },
]

async function create(berth: TestBerth, example: Example): Promise<PushedApplication> {
  const { client, admin, addresses } = berth
  const kinds = await client.catalogue.instanceTypes(admin.organisationId)
  const kind = kinds.find(({ type }) => type === 'node')
  if (!kind) throw new Error('there are no Node applications')
  const { deployment }: Application = await client.applications.create(admin.organisationId, {
    name: example.name,
    description: example.description,
    zone: 'par',
    env: { CC_RUN_COMMAND: 'node server.js', ...example.environment },
    instanceType: kind.type,
    instanceVersion: kind.version,
    instanceVariant: kind.variant.id,
    minInstances: example.instances ?? 1,
    maxInstances: (example.instances ?? 1) * 2,
    minFlavor: 'XS',
    maxFlavor: 'S',
  })
  const project = await Project.create(berth, example.name)
  await project.git('remote', 'add', 'berth', deployment.httpUrl ?? '')
  project.env.GIT_SSL_CAINFO = addresses.ca
  const { organisationId } = admin
  return PushedApplication.of(berth, project, { name: example.name, organisationId })
}

/** Pushes a commit and waits for the end of its deployment. */
async function push(application: PushedApplication, files: ProjectFiles, message: string) {
  await application.project.write(files)
  const commit = await application.project.commit(message)
  await application.project.git('push', 'berth', 'master')
  await application.ended(commit)
}

/** Applications in all states that the console tells apart. */
export async function createApplications(berth: TestBerth): Promise<Applications> {
  const all = {} as Applications
  for (const example of examples) all[example.name] = await create(berth, example)
  await Promise.all([
    deployStorefront(berth, all.storefront),
    push(all['catalogue-api'], service('catalogue-api'), 'Answer with prices in cents'),
    push(all.handbook, service('handbook'), 'Describe the on-call rota').then(() =>
      berth.client.instances.stop(all.handbook.record),
    ),
    push(all['mail-worker'], silentWorker, 'Read orders from the queue'),
  ])
  return all
}

async function deployStorefront({ client }: TestBerth, shop: PushedApplication) {
  await push(shop, storefront('1.3.0'), 'Open the shop')
  await client.environment.set(shop.record, { name: 'MAX_ARTICLES', value: '24' })
  await push(shop, storefront('1.3.1'), 'Show 24 articles on a page')
  await push(shop, brokenStorefront, 'Convert prices by the rates of the day')
  await push(shop, storefront('1.4.0'), 'Bundle the rates with the shop')
}

/** A deployment that is still in progress when the pictures are taken. */
export async function deploySlowly({ client }: TestBerth, staging: PushedApplication) {
  const hook = { name: 'CC_PRE_BUILD_HOOK', value: 'sleep 1800' }
  await client.environment.set(staging.record, hook)
  await staging.project.write(service('staging'))
  await staging.project.commit('Try the new checkout')
  await staging.project.git('push', 'berth', 'master')
}

const paths = [
  '/',
  '/',
  '/articles/compass',
  '/checkout',
  '/articles/rope',
  '/checkout',
  '/old-shop',
]

/** Visits that fill logs and the access log. */
export async function visitStorefront(shop: PushedApplication): Promise<void> {
  for (let index = 0; index < 90; index++) await shop.visit(paths[index % paths.length])
  await shop.visit('/report')
  for (let index = 0; index < 12; index++) await shop.visit(paths[index % paths.length])
}

/** Takes the deliveries of a webhook. */
export async function openReceiver(): Promise<AsyncDisposable & { url: string }> {
  const server = createServer((request, response) => {
    request.resume()
    response.end('ok')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}/deployments`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
