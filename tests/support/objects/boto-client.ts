import { fileURLToPath } from 'node:url'
import { runOrThrow } from '#kit/process/subprocess.ts'

/** Debian's own has its package of boto3, unlike another one that comes first on the path. */
const python = '/usr/bin/python3'
const program = fileURLToPath(new URL('./boto-calls.py', import.meta.url))

/** A call of boto3 by its name, with its arguments; `presign` and `upload` besides. */
export type BotoCall = readonly [name: string, args: Readonly<Record<string, unknown>>]

/** The answer of a call, or the code of its error. */
export interface BotoOutcome {
  // biome-ignore lint/suspicious/noExplicitAny: a test looks at what it expects.
  answer?: any
  error?: string
}

/** Who calls, and where. */
export interface BotoUser {
  url: string
  keyId: string
  secret: string
  /** File with the certificate of whom it trusts. */
  authority?: string
}

/** The variables of an add-on, as an application hands them to its client. */
export const userOf = (config: Readonly<Record<string, string>>): BotoUser => ({
  url: config.CELLAR_ADDON_URL ?? '',
  keyId: config.CELLAR_ADDON_KEY_ID ?? '',
  secret: config.CELLAR_ADDON_KEY_SECRET ?? '',
})

/** Makes calls with boto3, the client of AWS for Python, one after the other. */
export async function callBoto(user: BotoUser, calls: readonly BotoCall[]): Promise<BotoOutcome[]> {
  const printed = await runOrThrow([python, program], {
    input: JSON.stringify({ ...user, calls }),
    timeout: 300_000,
  })
  return JSON.parse(printed) as BotoOutcome[]
}

/** What came of each call: the code of its error, or `ok`. */
export const codesOf = async (user: BotoUser, calls: readonly BotoCall[]): Promise<string[]> =>
  (await callBoto(user, calls)).map(({ error }) => error ?? 'ok')
