import { csrfTokenOf } from '#api/auth/session.ts'
import { newSecret } from '#kit/text/ids.ts'
import { createApplication } from '#platform/hosting/applications/applications.ts'
import { findSession } from '#platform/identity/access/login/sessions.ts'
import { createOrganisation } from '#platform/identity/accounts/organisations/organisations.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import type { Role } from '#platform/model/identity/accounts/organisation.ts'
import type { OrganisationId, OwnerId, UserId } from '#platform/model/ids.ts'
import type { Addon } from '#platform/model/marketplace/addon.ts'
import type { Plan } from '#platform/model/marketplace/plan.ts'
import type { Provider } from '#platform/model/marketplace/provider.ts'
import { addAddon, addOffer } from '#stores/marketplace.contract.ts'
import {
  type Person,
  type PersonOptions,
  sessionOf,
  somebody,
} from '#tests/support/people/people.ts'
import { openTestApi, type TestApi } from '#tests/support/platform/api.ts'

/** An organisation with its administrator, an application, an add-on and its provider, and a caller. */
export interface Scene {
  setup: TestApi
  organisationId: OrganisationId
  application: Application
  /** Provider of the organisation, which only the organisation itself may order from. */
  provider: Provider
  plan: Plan
  /** Add-on that the organisation has ordered from its own provider; it is ready. */
  addon: Addon
  /** Administrator of the organisation. */
  owner: Person
  caller: Person
  /** Names and secrets that no stranger may see. */
  marks: string[]
}

/** A platform with a readable store, open sign-up and no rate limits. */
export async function openMatrixApi(): Promise<TestApi> {
  const setup = await openTestApi({ withFile: true })
  setup.platform.policies.signup = 'open'
  // Hundreds of concurrent calls share one process with the provider.
  setup.platform.policies.providerTimeout = 120_000
  setup.platform.attempts = { count() {}, forgive() {}, recognise() {} }
  setup.platform.callLimits = { count() {} }
  return setup
}

/** Without a role the caller is the administrator. */
export async function openScene(
  setup: TestApi,
  {
    role,
    ...wanted
  }: Pick<PersonOptions, 'rights' | 'consumer' | 'passwordHash'> & { role?: Role } = {},
): Promise<Scene> {
  const { platform } = setup
  const owner = await somebody(setup, role ? {} : wanted)
  const [name, secret, mark] = ['Guild', 'value', 'site'].map((word) => word + newSecret(10))
  const { id } = await createOrganisation(platform, owner.id, { name: name ?? '' })
  const application = await createApplication(platform, id, {
    name: mark ?? '',
    type: 'node',
    zone: 'par',
    environment: { SECRET: secret ?? '' },
  })
  const caller = role ? await somebody(setup, { ...wanted, role, organisationId: id }) : owner
  const market = await openMarket(setup, id, owner.id)
  const marks = [name, secret, mark, owner.email, owner.token, owner.secret].map(String)
  marks.push(...market.marks)
  return { setup, organisationId: id, application, owner, caller, ...market, marks }
}

/** A provider in its creation stage, and an add-on of it. */
async function openMarket({ platform: { store } }: TestApi, ownerId: OwnerId, orderedBy: UserId) {
  const [title, url, real, ...secrets] = ['Loft', 'dove', 'real', 'pass', 'salt', 'log'].map(
    (word) => word + newSecret(40),
  )
  const [password = '', sso_salt = '', logToken = ''] = secrets
  const id = `pigeon-${newSecret(12).toLowerCase()}`
  const variable = `${id.toUpperCase().replaceAll('-', '_')}_URL`
  const urls = { base_url: 'http://127.0.0.1:9/resources', sso_url: 'http://127.0.0.1:8/sso' }
  const { provider, plan } = await addOffer(store, {
    id,
    ownerId,
    presentation: {
      name: title ?? '',
      website: '',
      supportEmail: '',
      googlePlusName: '',
      twitterName: '',
      analyticsId: '',
      shortDesc: '',
      longDesc: '',
      logoUrl: '',
    },
    manifest: {
      id,
      api: {
        config_vars: [variable],
        password,
        sso_salt,
        regions: ['eu'],
        production: urls,
        test: urls,
      },
    },
  })
  const addon = await addAddon(store, provider, plan, {
    ownerId,
    orderedBy,
    realId: real ?? '',
    state: 'ready',
    logToken,
    config: { [variable]: url ?? '' },
  })
  return { provider, plan, addon, marks: [title, url, ...secrets].map(String) }
}

/** Makes the scene's administrator an operator. */
export function promote({ setup: { platform }, owner }: Scene): void {
  const { policies } = platform
  policies.operators = [...policies.operators, owner.email]
}

/** Cookie of a browser with a session. */
export async function browserOf(setup: TestApi, userId: UserId): Promise<string> {
  return (await pageOf(setup, userId)).cookie
}

/** Headers of a page in a browser with a session, such as the console: its cookie and its CSRF token. */
export async function pageOf(setup: TestApi, userId: UserId) {
  const { platform, signer } = setup
  const key = await sessionOf(setup, userId)
  const session = await findSession(platform, key)
  if (!session) throw new Error('the session is gone')
  return {
    cookie: `ccid=${signer.sign('session', key)}`,
    'x-berth-csrf': csrfTokenOf(signer, session),
  }
}
