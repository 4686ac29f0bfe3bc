import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { createHostKey } from '#git/host-key.ts'
import { systemClock } from '#kit/concurrency/clock.ts'
import { digestOf } from '#kit/crypto/digest.ts'
import { writeDurably } from '#kit/files/durable-file.ts'
import { createNonces } from '#platform/identity/access/oauth1/create-nonces.ts'
import {
  createFirstAccount,
  type FirstAccount,
} from '#platform/identity/accounts/users/first-account.ts'
import type { ApplicationId, OrganisationId, UserId } from '#platform/model/ids.ts'
import { openNonceFiles } from '#stores/files/nonce-files.ts'
import { openSqliteStore } from '#stores/sqlite/sqlite-store.ts'
import { testPasswords } from '#tests/support/passwords.ts'
import { type DataFolder, openDataFolder } from '#wiring/disk/data-folder.ts'

/** Number of rows to seed in a new data folder. */
export interface Quantities {
  /** Users, each with an access token, an API token and a session. */
  people?: number
  /** Organisations of the first account. */
  organisations?: number
  /** Applications, spread over the organisations. */
  applications?: number
  /** Deployments of each application, with releases, steps and a repository whose branch is the last one's commit. */
  deploymentsEach?: number
  /** Nonces of the last minutes. */
  nonces?: number
}

/** Keys of the seeded rows. */
export const seededUser = (number: number): UserId => `user_seeded-${number}`
export const seededEmail = (number: number) => `person-${number}@example.test`
export const seededToken = (number: number) => `access-token-${number}`
export const seededSecret = 'a-secret-that-all-seeded-tokens-share-in'
export const seededApiToken = (number: number) => `api-token-${number}`
export const seededOrganisation = (number: number): OrganisationId => `orga_${uuidOf(number)}`
const uuidOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
export const seededApplication = (number: number): ApplicationId => `app_${uuidOf(number)}`
const seededCommit = 'c0ffee'.padEnd(40, '0')
export const seededSession = (number: number) => `session-${number}`

/** Creates a data folder of that size by bulk inserts. */
export async function seedFolder(data: string, quantities: Quantities): Promise<DataFolder> {
  const folder = await openDataFolder(data, createHostKey)
  const file = folder.path('berth.sqlite')
  const store = await openSqliteStore(file, folder.vault)
  const account = await createFirstAccount(
    { store, clock: systemClock, passwords: testPasswords },
    'admin@localhost',
    (admin) => writeDurably(folder.path('admin.json'), JSON.stringify(admin), 0o600),
  )
  const { userId } = (await store.accessTokens.find(account.token)) ?? { userId: '' }
  await store.close()
  const database = new DatabaseSync(file)
  database.exec('begin')
  seedPeople(database, folder, account, quantities.people ?? 0)
  seedApplications(database, userId, quantities)
  seedDeployments(database, userId, quantities)
  database.exec('commit')
  database.close()
  await seedRepositories(join(data, 'repositories'), quantities)
  await seedNonces(join(data, 'nonces'), quantities.nonces ?? 0)
  return folder
}

const now = Date.now()
const later = now + 24 * 3_600_000

function seedPeople(
  database: DatabaseSync,
  { vault }: DataFolder,
  { consumerKey }: FirstAccount,
  count: number,
): void {
  const secret = vault.seal(seededSecret)
  const addUser = inserting(database, 'users', ['id', 'email', 'name', 'passwordHash', 'createdAt'])
  const addEmail = inserting(database, 'emails', ['email', 'userId'])
  const addToken = inserting(database, 'accessTokens', [
    ...['token', 'secret', 'consumerKey', 'userId', 'createdAt', 'expiresAt', 'lastUsedAt'],
  ])
  const addApiToken = inserting(database, 'apiTokens', [
    ...['id', 'digest', 'userId', 'name', 'description', 'createdAt', 'expiresAt', 'from'],
    'lastUsedAt',
  ])
  const addSession = inserting(database, 'sessions', [
    ...['digest', 'userId', 'createdAt', 'expiresAt', 'from'],
  ])
  for (let number = 0; number < count; number++) {
    const [id, email] = [seededUser(number), seededEmail(number)]
    addUser(id, email, `Person ${number}`, '', now)
    addEmail(email, id)
    addToken(seededToken(number), secret, consumerKey, id, now, later, now)
    const digest = digestOf(seededApiToken(number))
    addApiToken(`api_tokens_${number}`, digest, id, 'ci', '', now, later, '127.0.0.1', now)
    addSession(digestOf(seededSession(number)), id, now, later, '127.0.0.1')
  }
}

/** Organisations of a user, and their applications. */
export function seedApplications(
  database: DatabaseSync,
  userId: string,
  { organisations = 0, applications = 0 }: Quantities,
): void {
  const addOrganisation = inserting(database, 'organisations', ['id', 'name', 'createdAt'])
  const addMember = inserting(database, 'members', ['organisationId', 'userId', 'role'])
  const addDomain = inserting(database, 'domains', [
    ...['host', 'path', 'reversedHost', 'applicationId', 'favourite'],
  ])
  const addApplication = inserting(database, 'applications', [
    ...['id', 'ownerId', 'number', 'name', 'description', 'type', 'zone', 'branch', 'minFlavor'],
    ...['maxFlavor', 'buildFlavor', 'minInstances', 'maxInstances', 'separateBuild'],
    ...['stickySessions', 'homogeneous', 'cancelOnPush', 'forceHttps', 'favourite', 'archived'],
    ...['createdAt', 'wanted', 'liveDeploymentId', 'commit'],
  ])
  for (let number = 0; number < organisations; number++) {
    addOrganisation(seededOrganisation(number), `Organisation ${number}`, now)
    addMember(seededOrganisation(number), userId, 'ADMIN')
  }
  for (let number = 0; number < applications; number++) {
    addApplication(
      ...[seededApplication(number), seededOrganisation(number % organisations), number + 1],
      ...[`application-${number}`, '', 'node', 'par', 'master', 'XS', 'XS', 'M', 1, 1, 0],
      ...[0, 0, 0, 0, 0, 0, now + number, 'up', null, seededCommit],
    )
    const host = `app-${number}.example.test`
    addDomain(host, '/', [...host].reverse().join(''), seededApplication(number), 1)
  }
}

const seededStates = ['queued', 'building', 'starting', 'checking', 'switching', 'live']

function seedDeployments(
  database: DatabaseSync,
  userId: string,
  { applications = 0, deploymentsEach = 0 }: Quantities,
): void {
  const addDeployment = inserting(database, 'deployments', [
    ...['id', 'applicationId', 'number', 'action', 'state', 'cause', 'commit', 'authorId'],
    ...['createdAt', 'changedAt', 'withoutCache', 'attempts', 'cancelRequested'],
  ])
  const addStep = inserting(database, 'deploymentSteps', ['deploymentId', 'state', 'date'])
  for (let number = 0; number < applications * deploymentsEach; number++) {
    const [round, application] = [Math.floor(number / applications), number % applications]
    const id = `deployment_${uuidOf(number)}`
    const state = round % 10 === 9 ? 'failed' : 'live'
    addDeployment(
      ...[id, seededApplication(application), round + 1, 'deploy', state, 'Git', seededCommit],
      ...[userId, now + round, now + round, 0, 1, 0],
    )
    for (const state of seededStates) addStep(id, state, now + round)
  }
}

/** Bare repositories with a branch and no objects. */
async function seedRepositories(
  folder: string,
  { applications = 0, deploymentsEach = 0 }: Quantities,
): Promise<void> {
  if (deploymentsEach === 0) return
  for (let number = 0; number < applications; number++) {
    const path = join(folder, `${seededApplication(number)}.git`)
    for (const name of ['objects', 'refs/heads']) await mkdir(join(path, name), { recursive: true })
    await writeFile(join(path, 'HEAD'), 'ref: refs/heads/master\n')
    await writeFile(join(path, 'config'), '[core]\n\trepositoryformatversion = 0\n\tbare = true\n')
    await writeFile(join(path, 'refs/heads/master'), `${seededCommit}\n`)
  }
}

async function seedNonces(folder: string, count: number): Promise<void> {
  if (count === 0) return
  const files = openNonceFiles(folder)
  const nonces = createNonces(systemClock, files)
  const seconds = Math.floor(Date.now() / 1000)
  for (let number = 0; number < count; number += 1000) {
    const some = Array.from({ length: 1000 }, (_, at) => `nonce-${number + at}`)
    await Promise.all(some.map((nonce) => nonces.accept('somebody', nonce, seconds)))
  }
  files.close()
}

function inserting(database: DatabaseSync, table: string, columns: readonly string[]) {
  const names = columns.map((column) => `"${column}"`).join(', ')
  const places = columns.map(() => '?').join(', ')
  const statement = database.prepare(`insert into "${table}" (${names}) values (${places})`)
  return (...values: SQLInputValue[]) => void statement.run(...values)
}
