import { randomBytes } from 'node:crypto'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { Bench } from '#bench/support/figure.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'
import { type CommandResult, runCommand } from '#tests/support/platform/command.ts'
import { Project } from '#tests/support/projects/project.ts'
import { stockCommand } from '#tests/support/stock-client/stock-client.ts'

const megabyte = 1024 * 1024
const files = 4
const timeout = 20 * 60_000

/** A push of megabytes that do not compress, by Git and by the stock client, which has its own implementation of Git; `--count` of them. */
export default {
  name: 'large-push',
  async run({ count: megabytes = 200 }) {
    await using berth = await TestBerth.start()
    const byGit = await pushLarge(berth, { megabytes, name: 'by-git', client: 'git' })
    const byStock = await pushLarge(berth, { megabytes, name: 'by-stock', client: 'stock' })
    const what = `push of ${megabytes} MB`
    return [
      {
        name: `${what} by the stock client that failed`,
        value: byStock.failed,
        unit: '',
        samples: 1,
        budget: 0,
      },
      { name: `${what} by Git that failed`, value: byGit.failed, unit: '', samples: 1, budget: 0 },
      {
        name: `${what} with its deployment, stock client`,
        value: byStock.duration,
        unit: 'ms',
        reference: 'git push',
        referenceValue: byGit.duration,
        ratio: byStock.duration / byGit.duration,
      },
    ]
  },
} satisfies Bench

interface LargePush {
  megabytes: number
  name: string
  client: 'git' | 'stock'
}

interface Outcome {
  failed: number
  /** In milliseconds; the stock client waits for the end of the deployment too. */
  duration: number
}

async function pushLarge(
  berth: TestBerth,
  { megabytes, name, client }: LargePush,
): Promise<Outcome> {
  await using project = await Project.create(berth, name, 'hello')
  await addBytes(project, megabytes)
  const { organisationId } = berth.admin
  const create = ['create', '--type', 'node', name, '--region', 'par', '--org', organisationId]
  if (client === 'git') {
    await succeed(project.berth('login', '--local', '--data', berth.data))
    await succeed(project.berth(...create))
  } else await succeed(project.cleverAnew(create))
  const command = client === 'git' ? ['git', 'push', 'berth', 'master'] : stockCommand('deploy')
  const begin = performance.now()
  const pushed = await runCommand(command, { cwd: project.folder, env: project.env, timeout })
  if (pushed.code !== 0) console.error(`${name}:\n${pushed.output.slice(-2000)}`)
  return { failed: pushed.code === 0 ? 0 : 1, duration: performance.now() - begin }
}

async function succeed(running: Promise<CommandResult>): Promise<void> {
  const { code, output } = await running
  if (code !== 0) throw new Error(output)
}

async function addBytes(project: Project, megabytes: number): Promise<void> {
  for (let file = 0; file < files; file++) {
    await using handle = await open(join(project.folder, `large-${file}.bin`), 'w')
    for (let written = file; written < megabytes; written += files) {
      await handle.write(randomBytes(megabyte))
    }
  }
  await project.commit('Large files')
}
