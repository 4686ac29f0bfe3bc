import { readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'

const objectId = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/

/**
 * Id of the commit that a checkout is at, read from the files of Git; `undefined` where there is none. Starting Git takes
 * longer than all else that a program says about itself.
 */
export function headCommit(checkout: string): string | undefined {
  const folder = gitFolder(checkout)
  const head = folder && line(join(folder, 'HEAD'))
  if (!folder || !head) return undefined
  const ref = /^ref: (refs\/.+)$/.exec(head)?.[1]
  if (ref === undefined) return idIn(head)
  // Branches are in the folder that worktrees share.
  const shared = line(join(folder, 'commondir'))
  const common = shared === undefined ? folder : resolve(folder, shared)
  return idIn(line(join(common, ref))) ?? packedId(common, ref)
}

/** The folder `.git`, or the one that a file of this name points to in a worktree. */
export function gitFolder(checkout: string): string | undefined {
  const path = join(checkout, '.git')
  if (line(join(path, 'HEAD')) !== undefined) return path
  const target = /^gitdir: (.+)$/.exec(line(path) ?? '')?.[1]
  return target === undefined ? undefined : resolve(checkout, target)
}

function packedId(folder: string, ref: string): string | undefined {
  const entry = text(join(folder, 'packed-refs'))
    ?.split('\n')
    .find((each) => each.endsWith(` ${ref}`))
  return idIn(entry?.split(' ')[0])
}

const idIn = (found: string | undefined): string | undefined =>
  found !== undefined && objectId.test(found) ? found : undefined

const line = (path: string): string | undefined => text(path)?.split('\n')[0]?.trim()

/** `packed-refs` of the largest repositories has some megabytes. */
const maxBytes = 16 * 1024 * 1024

function text(path: string): string | undefined {
  try {
    const found = statSync(path)
    // Nobody may ever write into a pipe of this name.
    return found.isFile() && found.size <= maxBytes ? readFileSync(path, 'utf8') : undefined
  } catch {
    // Not a checkout, or not of this form.
    return undefined
  }
}
