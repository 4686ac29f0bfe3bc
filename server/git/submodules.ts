import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import type { Submodule } from '#platform/model/hosting/deployments/source.ts'
import type { Git } from './git.ts'
import { readBytes } from './wire/byte-reader.ts'

const timeout = 60_000
const maxSubmodules = 100

/** Submodules (gitlinks) of a commit within the limits. */
export async function listSubmodules(
  git: Git,
  repository: string,
  commit: string,
  signal: AbortSignal | undefined,
): Promise<Submodule[]> {
  const args = [`--git-dir=${repository}`, 'ls-tree', '-r', '-z', '--full-tree', commit]
  const child = await git.start(args, { repository, timeout, signal })
  const output = readBytes(child.stdout)
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
      if (submodules.length > maxSubmodules) {
        throw new Failure('source', `The commit has more than ${maxSubmodules} submodules`)
      }
    }
    signal?.throwIfAborted()
    return submodules
  } finally {
    child.stop()
  }
}
