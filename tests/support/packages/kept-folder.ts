import { createHash } from 'node:crypto'
import { access, mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { withLock } from '#tests/support/provide-tools.ts'
import { toolchainCache } from '#tests/support/toolchain-cache.ts'

const makeTimeout = 300_000

/**
 * A folder that is made once for all tests of this checkout, again where what it is made from has changed. It is made in a temporary folder, as `made`.
 */
export async function keptFolder(
  kind: string,
  madeFrom: string,
  make: (temporary: string, signal: AbortSignal) => Promise<void>,
): Promise<string> {
  const hash = createHash('sha256').update(madeFrom).digest('hex').slice(0, 16)
  const place = join(dirname(toolchainCache), kind, hash)
  const isThere = () =>
    access(place).then(
      () => true,
      () => false,
    )
  await withLock(kind, async () => {
    if (await isThere()) return
    await mkdir(dirname(place), { recursive: true })
    const temporary = await mkdtemp(`${place}-`)
    try {
      await make(temporary, AbortSignal.timeout(makeTimeout))
      await rename(join(temporary, 'made'), place)
    } finally {
      await rm(temporary, { recursive: true, force: true })
    }
  })
  return place
}
