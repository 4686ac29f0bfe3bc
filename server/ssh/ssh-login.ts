import type { AuthContext, PublicKeyAuthContext } from 'ssh2'
import { withTimeout } from '#kit/concurrency/timeout.ts'
import { publicKeyType } from '#kit/crypto/ssh-keys.ts'
import type { Caller } from '#platform/model/identity/access/caller.ts'
import type { SshFront } from './ssh-front.ts'

type Ssh2 = typeof import('ssh2')

const maxAttempts = 10
const answerTimeout = 30_000

export interface Login {
  /** Called when a client is authenticated. */
  onCaller(caller: Caller, user: string): void
  /** Called after too many attempts. */
  onTooMany(): void
}

/** SSH authentication of one connection: only as a user that a service is for, only with a registered key. */
export function answerLogins(
  ssh2: Ssh2,
  front: SshFront,
  login: Login,
): (attempt: AuthContext) => void {
  let attempts = 0

  function reject(attempt: AuthContext): void {
    attempts += 1
    attempt.reject(['publickey'])
    if (attempts >= maxAttempts) login.onTooMany()
  }

  async function answer(attempt: AuthContext): Promise<void> {
    const isServed = front.services.some((service) => service.isFor(attempt.username))
    const isKey = attempt.method === 'publickey' && isServed
    const caller = isKey ? await ownerOf(front, attempt) : undefined
    if (!isKey || !caller) return reject(attempt)
    // Without a signature the client only asks whether the key is acceptable.
    if (attempt.signature) {
      if (!hasSigned(ssh2, attempt)) return reject(attempt)
      login.onCaller(caller, attempt.username)
    }
    attempt.accept()
  }

  return (attempt) => {
    // One more may be on its way when the connection is ended; an answer would invite the next.
    if (attempts >= maxAttempts) return
    answer(attempt).catch((error) => {
      front.reportBug(error)
      reject(attempt)
    })
  }
}

async function ownerOf(
  front: SshFront,
  { key, hashAlgo }: PublicKeyAuthContext,
): Promise<Caller | undefined> {
  if (publicKeyType(key.data) !== key.algo) return undefined
  // An RSA key without a named hash would use SHA-1.
  if (key.algo === 'ssh-rsa' && !hashAlgo) return undefined
  return await withTimeout(
    front.callerBySshKey(key.data),
    answerTimeout,
    'the answer of the platform',
  )
}

function hasSigned(ssh2: Ssh2, { key, blob, signature, hashAlgo }: PublicKeyAuthContext): boolean {
  const parsed = ssh2.utils.parseKey(`${key.algo} ${key.data.toString('base64')}`)
  if (parsed instanceof Error || !blob || !signature) return false
  return parsed.verify(blob, signature, hashAlgo) === true
}
