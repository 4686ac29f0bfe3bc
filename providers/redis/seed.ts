import { runProgram } from '#providers/kit/process/run-program.ts'
import { home } from '#providers/kit/process/sandbox.ts'
import { systemUser } from '#providers/kit/process/system-user.ts'
import { dataFolder } from './server.ts'

const timeout = 600_000

/**
 * Puts a back-up into the folder of a server that does not exist yet, as the base of its append-only file. Written by
 * the server's user, in a sandbox.
 */
export async function seed(folder: string, backup: string): Promise<void> {
  const [own, user] = [await dataFolder(folder), await systemUser('redis')]
  const options = { folder: own, user, timeout }
  const target = `${home}/appendonlydir`
  const base = 'appendonly.aof.1.base.rdb'
  await runProgram(['mkdir', '--parents', '--mode=0700', target], options)
  await runProgram(['dd', `of=${target}/${base}`, 'bs=1M', 'status=none'], {
    ...options,
    inputFile: backup,
  })
  await runProgram(['dd', `of=${target}/appendonly.aof.manifest`, 'status=none'], {
    ...options,
    input: `file ${base} seq 1 type b\n`,
  })
}
