import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Files of the CPU weight in v2 and v1, and the largest that the kernel takes. */
const weights = [
  { file: 'cpu.weight', max: 10_000 },
  { file: 'cpu.shares', max: 262_144 },
]

/**
 * Gives a group the CPU weight of its children together: nested groups compete as if they were not nested, and whoever has
 * many of them loses nothing.
 */
export async function addUpWeights(folder: string): Promise<void> {
  for (const { file, max } of weights) {
    if (!existsSync(join(folder, file))) continue
    const children = (await readdir(folder, { withFileTypes: true })).filter((child) =>
      child.isDirectory(),
    )
    const of = await Promise.all(
      children.map(({ name }) => readFile(join(folder, name, file), 'utf8').catch(() => '0')),
    )
    const sum = of.reduce((total, text) => total + Number(text), 0)
    // A group that is being removed by somebody else has no weight to be changed.
    if (sum > 0) await writeFile(join(folder, file), String(Math.min(sum, max))).catch(() => {})
  }
}
