import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Consumer } from '#client/resources/accounts/consumers.ts'
import { createAuthority } from '#kit/crypto/x509.ts'
import { type TypedResult, type } from './captured-terminal.ts'
import { credentials, type FakeApi, startFakeApi, status } from './fake-api.ts'

export const userId = 'user_11111111-1111-4111-8111-111111111111'
export const acme = 'orga_22222222-2222-4222-8222-222222222222'
export const applicationId = 'app_33333333-3333-4333-8333-333333333333'
const flavor = { name: 'XS', mem: 1024, cpus: 1 }

export const application = (id: string, name: string, ownerId = acme) => ({
  id,
  name,
  ownerId,
  description: name,
  zone: 'par',
  creationDate: 0,
  state: 'SHOULD_BE_UP',
  instance: {
    type: 'node',
    version: '2',
    minInstances: 1,
    maxInstances: 1,
    lifetime: 'REGULAR',
    variant: { id: 'v', slug: 'node', name: 'Node.js' },
    minFlavor: flavor,
    maxFlavor: flavor,
  },
  deployment: {
    url: `git+ssh://git@127.0.0.1:4002/${id}.git`,
    httpUrl: `https://127.0.0.1:4002/${id}.git`,
  },
  vhosts: [{ fqdn: `${id.replace('_', '-')}.localhost/` }],
  commitId: null,
  branch: 'master',
  forceHttps: 'DISABLED',
  separateBuild: false,
  buildFlavor: flavor,
  env: [],
})

export type WireApplication = ReturnType<typeof application>

export const deployment = (id: number, state: string, commit = 'c'.repeat(40)) => ({
  id,
  uuid: `deployment_${id}`,
  date: 1_760_000_000_000 + id,
  state,
  action: 'DEPLOY',
  commit,
  cause: 'Git',
  instances: 1,
  author: { id: userId, name: 'Dev' },
})

/** A deployment with its phase and the end of its switch, in milliseconds after its request. */
export const story = (
  record: ReturnType<typeof deployment>,
  { phase = phases[record.state], switchedAfter }: { phase?: string; switchedAfter?: number } = {},
) => ({
  ...record,
  phase,
  steps:
    switchedAfter === undefined
      ? []
      : [{ name: 'switch', state: 'done', begunAt: 0, endedAt: record.date + switchedAfter }],
})

const phases: Record<string, string> = { WIP: 'building', OK: 'live', FAIL: 'failed' }

const good = { id: 0, message: 'done', type: 'success' }
const kind = (version: string, slug: string) => ({
  type: slug,
  version,
  name: slug,
  enabled: true,
  defaultFlavor: flavor,
  variant: { id: `variant-${slug}-${version}`, slug, name: slug },
})

/** A fake platform with one organisation, and a home and folder to run commands in. */
export interface FakePlatform extends AsyncDisposable {
  api: FakeApi
  applications: WireApplication[]
  /** Newest first. */
  deployments: ReturnType<typeof deployment>[]
  variables: Map<string, string>
  keys: Map<string, string>
  /** Consumers of the organisation, by key. */
  consumers: Map<string, Consumer>
  /** Root folder of everything the test creates. */
  root: string
  folder: string
  env: Record<string, string>
  type(
    words: string,
    more?: { stdin?: string; interactive?: boolean; keyboard?: string; columns?: number },
  ): Promise<TypedResult>
}

export async function startFakePlatform(): Promise<FakePlatform> {
  const root = await mkdtemp(join(tmpdir(), 'berth-cli-'))
  const folder = join(root, 'my-site')
  await mkdir(folder)
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: root,
    XDG_CONFIG_HOME: join(root, 'config'),
    BROWSER: 'none',
    GIT_CONFIG_NOSYSTEM: '1',
    BERTH_DATA: join(root, 'data'),
  }
  const api = await startFakeApi()
  const platform: FakePlatform = {
    api,
    root,
    folder,
    env,
    applications: [],
    deployments: [],
    variables: new Map(),
    keys: new Map(),
    consumers: new Map(),
    type: (words, more) => type(words.split(' '), { folder, env, ...more }),
    async [Symbol.asyncDispose]() {
      await api[Symbol.asyncDispose]()
      await rm(root, { recursive: true })
    },
  }
  api.answers.push(...answersOf(platform))
  await writeData(root, api.url)
  return platform
}

function answersOf(platform: FakePlatform): FakeApi['answers'] {
  const { applications, deployments, variables, keys, consumers } = platform
  const summaryOf = (ownerId: string) => applications.filter((one) => one.ownerId === ownerId)
  const pairs = () => [...variables].map(([name, value]) => ({ name, value }))
  const one = ([, id]: RegExpExecArray) => applications.find((application) => application.id === id)
  const app = '/v2/organisations/[^/]+/applications/([^/]+)'
  const consumer = `/v2/organisations/${acme}/consumers/([^/]+)`
  const on = (method: string, path: string) => new RegExp(`^${method} ${path}$`)
  return [
    [on('GET', '/v2/self'), () => ({ id: userId, email: 'dev@example.test', name: 'Dev' })],
    [on('GET', '/v2/self/tokens/current'), () => ({ expirationDate: 1_800_000_000_000 })],
    [
      on('GET', '/v2/summary'),
      () => ({
        user: {
          id: userId,
          name: 'Dev',
          applications: summaryOf(userId),
          addons: [],
          consumers: [],
        },
        organisations: [
          {
            id: acme,
            name: 'acme',
            applications: summaryOf(acme),
            addons: [],
            consumers: [...consumers.values()],
          },
        ],
      }),
    ],
    [
      on('GET', '/v2/products/instances'),
      () => [
        kind('1', 'node'),
        kind('2', 'node'),
        { ...kind('3', 'node'), enabled: false },
        kind('1', 'play2'),
      ],
    ],
    [
      on('POST', '/v2/organisations/([^/]+)/applications'),
      ({ body }, [, owner]) => {
        const created = application(applicationId, (body as { name: string }).name, owner)
        applications.push(created)
        return created
      },
    ],
    [on('GET', '/v2/organisations/([^/]+)/applications'), (_, [, owner = '']) => summaryOf(owner)],
    [
      on('GET', '/v4/berth/organisations/([^/]+)/applications'),
      (_, [, owner = '']) =>
        summaryOf(owner).map(({ instance, ...more }) => ({ ...more, type: instance.variant.slug })),
    ],
    [on('GET', app), (_, match) => one(match)],
    [on('DELETE', app), (_, match) => one(match) && applications.splice(0) && good],
    [
      on('GET', `${app}/vhosts/favourite`),
      () => status(404, { id: 4021, message: 'none', type: 'error' }),
    ],
    [on('GET', `${app}/env`), pairs],
    [on('GET', `${app}/(addons|dependencies)/env`), () => []],
    [
      on('PUT', `${app}/env`),
      ({ body }) => {
        variables.clear()
        for (const [name, value] of Object.entries(body as object)) variables.set(name, value)
        return good
      },
    ],
    [
      on('PUT', `${app}/env/([^/]+)`),
      ({ body }, [, , name = '']) =>
        variables.set(decodeURIComponent(name), (body as { value: string }).value) && good,
    ],
    [on('DELETE', `${app}/env/([^/]+)`), (_, [, , name = '']) => variables.delete(name) && good],
    [
      on('GET', `${app}/instances`),
      () => [{ state: 'UP', flavor, commit: 'abcdef0123', instanceNumber: 0 }],
    ],
    [
      on('GET', '/v4/berth/organisations/[^/]+/applications/[^/]+/sleep'),
      () => ({ state: 'awake', minutes: null, asleepSince: null, lastVisitAt: null }),
    ],
    [on('DELETE', `${app}/instances`), () => good],
    [on('POST', `${app}/instances`), () => ({ ...good, deploymentId: deployments[0]?.uuid })],
    [
      on('GET', `${app}/deployments`),
      ({ query }) => deployments.slice(0, Number(query.limit ?? 100)),
    ],
    [
      on('GET', `${app}/deployments/([^/]+)`),
      (_, [, , uuid]) => deployments.find((d) => d.uuid === uuid),
    ],
    [
      on('GET', '/v4/berth/organisations/[^/]+/applications/[^/]+/deployments/([^/]+)'),
      (_, [, uuid]) => {
        const found = deployments.find((one) => one.uuid === uuid)
        return found && story(found)
      },
    ],
    [on('DELETE', `${app}/deployments/([^/]+)/instances`), () => good],
    [
      on('GET', '/v2/self/keys'),
      () => [...keys].map(([name, key]) => ({ name, key, fingerprint: 'SHA256:x' })),
    ],
    [
      on('PUT', '/v2/self/keys/([^/]+)'),
      ({ body }, [, name = '']) => keys.set(name, String(body)) && good,
    ],
    [on('DELETE', '/v2/self/keys/([^/]+)'), (_, [, name = '']) => keys.delete(name) && good],
    [on('GET', '/v2/oauth/rights'), () => ['access_organisations', 'manage_ssh_keys']],
    [
      on('POST', `/v2/organisations/${acme}/consumers`),
      ({ body }) => {
        const created = { ...(body as Consumer), key: `key${consumers.size + 1}` }
        consumers.set(created.key, created)
        return created
      },
    ],
    [on('GET', consumer), (_, [, key = '']) => consumers.get(key)],
    [on('GET', `${consumer}/secret`), () => ({ secret: 'its-secret' })],
    [
      on('PUT', consumer),
      ({ body }, [, key = '']) => {
        const changed = { ...(consumers.get(key) as Consumer), ...(body as Partial<Consumer>) }
        consumers.set(key, changed)
        return changed
      },
    ],
    [on('DELETE', consumer), (_, [, key = '']) => consumers.delete(key) && good],
  ]
}

async function writeData(root: string, url: string) {
  const folder = join(root, 'data')
  await mkdir(folder)
  const ca = join(folder, 'ca.pem')
  await writeFile(ca, createAuthority('Test').certificate)
  const addresses = {
    api: url,
    bridge: url,
    console: url,
    ca,
    git: { ssh: 'git+ssh://git@127.0.0.1:4002', https: 'https://127.0.0.1:4002' },
    visitors: { http: 'http://127.0.0.1:4080', https: 'https://127.0.0.1:4443' },
  }
  await writeFile(join(folder, 'addresses.json'), JSON.stringify(addresses))
  await writeFile(join(folder, 'admin.json'), JSON.stringify({ ...credentials, email: 'a@b' }), {
    mode: 0o600,
  })
}
