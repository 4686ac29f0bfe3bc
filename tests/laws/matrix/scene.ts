import { newSecret } from '#kit/ids.ts'
import { openSession } from '#platform/access/sessions.ts'
import type { Role } from '#platform/accounts/organisation.ts'
import { createOrganisation } from '#platform/accounts/organisations.ts'
import type { Application } from '#platform/applications/application.ts'
import { createApplication } from '#platform/applications/applications.ts'
import { openTestApi, type TestApi } from '#tests/fixtures/api.ts'
import { type Person, somebody, type Wanted } from '#tests/fixtures/people.ts'

/** An organisation with its administrator, an application, and somebody who calls. */
export interface Scene {
  setup: TestApi
  organisationId: string
  application: Application
  /** The administrator. */
  owner: Person
  caller: Person
  /** Names and secrets that no stranger may see. */
  marks: string[]
}

/** A platform whose store can be looked into, that lets everybody in and counts nothing. */
export async function openMatrixApi(): Promise<TestApi> {
  const setup = await openTestApi({ withFile: true })
  setup.platform.policies.signup = 'open'
  setup.platform.attempts = { count() {}, recognise() {} }
  return setup
}

/** Without a role the caller is the administrator. */
export async function openScene(
  setup: TestApi,
  { role, ...wanted }: Pick<Wanted, 'rights' | 'consumer' | 'passwordHash'> & { role?: Role } = {},
): Promise<Scene> {
  const { platform } = setup
  const owner = await somebody(setup, role ? {} : wanted)
  const [name, secret, mark] = ['Guild', 'value', 'site'].map((word) => word + newSecret(10))
  const { id } = await createOrganisation(platform, owner.id, { name: name ?? '' })
  const application = await createApplication(platform, id, {
    ...{ name: mark ?? '', type: 'node', zone: 'par', environment: { SECRET: secret ?? '' } },
  })
  const caller = role ? await somebody(setup, { ...wanted, role, organisationId: id }) : owner
  const marks = [name, secret, mark, owner.email, owner.token, owner.secret].map(String)
  return { setup, organisationId: id, application, owner, caller, marks }
}

/** The cookie of a browser in which somebody is logged in. */
export async function browserOf({ platform, signer }: TestApi, userId: string): Promise<string> {
  const key = await openSession(platform, userId, '127.0.0.1')
  return `ccid=${signer.sign('session', key)}`
}
