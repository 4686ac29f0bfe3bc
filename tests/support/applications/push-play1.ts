import type { TestBerth } from '#tests/support/platform/berth.ts'
import { quickJvm } from '#tests/support/projects/play-tools.ts'
import { provideTools } from '#tests/support/provide-tools.ts'
import { PushedApplication } from './pushed-application.ts'

/** Fetches Java and these versions of Play 1: a new machine downloads them here, so that no deployment has to wait for it. */
export const providePlay1 = (...versions: string[]): Promise<unknown> =>
  provideTools(
    { name: 'java', version: '8' },
    ...versions.map((version) => ({ name: 'play1', version })),
  )

/** An application of type `play1` that can be pushed. */
export async function createPlay1(berth: TestBerth): Promise<PushedApplication> {
  const owner = berth.admin.organisationId
  const hello = await PushedApplication.create(berth, 'hello', undefined, owner, 'play1')
  await berth.client.environment.replace(hello.record, { MY_WORD: 'ahoy', JAVA_OPTS: quickJvm })
  return hello
}
