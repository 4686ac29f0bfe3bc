import '#tests/support/home/own-home.ts'
import { readFileSync } from 'node:fs'
import { npmRegistry } from '#toolchains/npm/registry.ts'

const example = new URL('../../../examples/yarn-classic/yarn.lock', import.meta.url).pathname

/** Lock file of the Yarn 1 example as Yarn writes it: with the URL of this machine's registry. */
export async function resolvedYarnLock(): Promise<string> {
  const registry = await npmRegistry({ environment: process.env })()
  const address = `${registry.replace(/\/?$/, '/')}is-number/-/is-number-7.0.0.tgz`
  return readFileSync(example, 'utf8').replace(
    '  integrity',
    `  resolved "${address}"\n  integrity`,
  )
}
