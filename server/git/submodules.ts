import { Failure } from '#platform/deployments/failure.ts'
import type { Submodule } from '#platform/deployments/source.ts'
import { startGit } from './git-process.ts'
import { readBytes } from './wire/byte-reader.ts'

const deadline = 60_000
const most = 100

/** The folders of a commit that stand for a commit of another repository. */
export async function listSubmodules(repository: string, commit: string): Promise<Submodule[]> {
  const words = ['ls-tree', '-r', '-z', '--full-tree', commit]
  const git = startGit([`--git-dir=${repository}`, ...words], { deadline })
  const output = readBytes(git.stdout)
  const submodules: Submodule[] = []
  let rest = Buffer.alloc(0)
  try {
    for (let piece = await output.next(); piece; piece = await output.next()) {
      rest = Buffer.concat([rest, piece])
      for (let end = rest.indexOf(0); end >= 0; end = rest.indexOf(0)) {
        const entry = rest.toString('utf8', 0, end)
        rest = rest.subarray(end + 1)
        const [, name, path] = /^160000 commit ([0-9a-f]{40})\t(.+)$/s.exec(entry) ?? []
        if (name && path) submodules.push({ path, commit: name })
      }
      if (submodules.length > most) {
        throw new Failure('source', `The commit has more than ${most} submodules`)
      }
    }
    return submodules
  } finally {
    git.stop()
  }
}
