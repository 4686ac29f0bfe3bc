import { run } from '#kit/subprocess.ts'
import type { Admission, Door } from './door.ts'
import { gitCommand, gitEnvironment } from './git-process.ts'
import { packsOf } from './repository.ts'

const mostPacks = 50
const deadline = 600_000

/**
 * Joins the packs of many pushes into few, in the background. Nothing is dropped: a commit that no branch
 * reaches any more may still be deployed again.
 */
export function tidyPacks(
  { inTurn, reportBug }: Door,
  { applicationId, repository }: Admission,
): void {
  inTurn(`packs of ${applicationId}`, async () => {
    if ((await packsOf(repository)).count <= mostPacks) return
    const { code, stderr } = await run(
      gitCommand([`--git-dir=${repository}`, 'repack', '--quiet', '-d', '--geometric=2']),
      { env: gitEnvironment(), deadline },
    )
    if (code !== 0) throw new Error(`git repack exited with ${code}: ${stderr.trim()}`)
  }).catch(reportBug)
}
