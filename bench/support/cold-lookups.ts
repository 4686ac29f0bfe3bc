import { digestOf } from '#kit/crypto/digest.ts'
import type { Store } from '#platform/model/store.ts'
import { openSqliteStore } from '#stores/sqlite/sqlite-store.ts'
import type { DataFolder } from '#wiring/disk/data-folder.ts'
import { median } from './figure.ts'
import { seededApiToken, seededEmail, seededSession, seededToken, seededUser } from './seed.ts'

const rounds = 9

const questions: Record<string, (store: Store, person: number) => Promise<unknown>> = {
  'a user by id': ({ users }, person) => users.find(seededUser(person)),
  'a user by e-mail': ({ users }, person) => users.findByEmail(seededEmail(person)),
  'an access token': ({ accessTokens }, person) => accessTokens.find(seededToken(person)),
  'an API token': ({ apiTokens }, person) =>
    apiTokens.findByDigest(digestOf(seededApiToken(person))),
  'a session': ({ sessions }, person) => sessions.find(digestOf(seededSession(person))),
}

interface Place {
  folder: DataFolder
  count: number
}

/** CPU microseconds of each lookup in freshly opened stores, whose caches are cold. */
export async function compareQuestions(places: [Place, Place], asked: number) {
  const compared: { what: string; costs: [number, number] }[] = []
  for (const [what, question] of Object.entries(questions)) {
    const costs: [number[], number[]] = [[], []]
    for (let round = 0; round < rounds; round++) {
      costs[0].push(await costOf(places[0], asked, question))
      costs[1].push(await costOf(places[1], asked, question))
    }
    compared.push({ what, costs: [median(costs[0]), median(costs[1])] })
  }
  return compared
}

async function costOf(
  { folder, count }: Place,
  asked: number,
  question: (store: Store, person: number) => Promise<unknown>,
): Promise<number> {
  const store = await openSqliteStore(folder.path('berth.sqlite'), folder.vault)
  const before = process.cpuUsage()
  for (let index = 0; index < asked; index++) {
    const found = await question(store, index * (count / asked))
    if (!found) throw new Error('what was seeded is not there')
  }
  const { user, system } = process.cpuUsage(before)
  await store.close()
  return (user + system) / asked
}
