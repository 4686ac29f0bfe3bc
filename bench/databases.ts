import { join } from 'node:path'
import { createVault } from '#kit/crypto/vault.ts'
import { run } from '#kit/process/subprocess.ts'
import { sealedFiles } from '#providers/kit/resources/sealed-file.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'
import { openDataFolder } from '#wiring/disk/data-folder.ts'
import { type Bench, quietest } from './support/figure.ts'

const rounds = 15
const warmUp = 2

/**
 * Time from the order of a shared database until its variables can be read, compared with creating it by hand on the
 * same server.
 */
export default {
  name: 'databases',
  async run() {
    await using berth = await TestBerth.start()
    const ours: number[] = []
    const theirs: number[] = []
    for (let round = 0; round < warmUp + rounds; round++) {
      ours.push(await timed(() => order(berth)))
      theirs.push(await timed(() => byHand(berth, round)))
    }
    const [value, referenceValue] = [ours, theirs].map((all) => quietest(all.slice(warmUp))) as [
      number,
      number,
    ]
    return [
      {
        name: 'order of PostgreSQL, plan dev',
        value,
        unit: 'ms',
        referenceValue,
        reference: 'create role and database by psql',
        ratio: value / referenceValue,
        budget: 2,
      },
    ]
  },
} satisfies Bench

async function timed(act: () => Promise<void>): Promise<number> {
  const begin = performance.now()
  await act()
  return performance.now() - begin
}

async function order({ client, admin }: TestBerth): Promise<void> {
  const ownerId = admin.organisationId
  const { id } = await client.addons.order(ownerId, {
    name: 'db',
    providerId: 'postgresql-addon',
    plan: 'dev',
  })
  const variables = await client.addons.variables({ id, ownerId })
  if (variables.length === 0) throw new Error('the variables are not there')
}

async function byHand({ data }: TestBerth, round: number): Promise<void> {
  const folder = join(data, 'providers/postgresql-addon/shared')
  const { keyFor } = await openDataFolder(data, () => '')
  const files = sealedFiles(createVault(keyFor('provider postgresql-addon')))
  const identity = await files.read<{ port: number; password: string }>(join(folder, 'server.json'))
  if (!identity) throw new Error('there is no shared server')
  const { port, password } = identity
  const name = `by_hand_${round}`
  const statements = `create role ${name} login password '${name}' connection limit 5;
create database ${name} owner ${name};
revoke all on database ${name} from public;
`
  const { code, stderr } = await run(
    ['psql', '-X', '-q', '-h', join(folder, 'socket'), '-p', `${port}`, '-U', 'berth', 'postgres'],
    {
      input: statements,
      env: { PGPASSWORD: password, PATH: '/usr/bin:/bin' },
      timeout: 30_000,
    },
  )
  if (code !== 0) throw new Error(stderr)
}
