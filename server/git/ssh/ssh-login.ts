import type { AuthContext, PublicKeyAuthContext } from 'ssh2'
import { inTime, type Listener } from '#git/git-session.ts'
import { publicKeyType } from '#kit/crypto/ssh-keys.ts'
import type { Caller } from '#platform/model/identity/access/caller.ts'

type Ssh2 = typeof import('ssh2')

const user = 'git'
const maxAttempts = 10

export interface Login {
  /** Called when a client is authenticated. */
  onCaller(caller: Caller): void
  /** Called after too many attempts. */
  onTooMany(): void
}

/** SSH authentication of one connection: only user `git`, only with a registered key. */
export function answerLogins(
  ssh2: Ssh2,
  listener: Listener,
  login: Login,
): (attempt: AuthContext) => void {
  let attempts = 0

  function reject(attempt: AuthContext): void {
    attempts += 1
    attempt.reject(['publickey'])
    if (attempts >= maxAttempts) login.onTooMany()
  }

  async function answer(attempt: AuthContext): Promise<void> {
    const isKey = attempt.method === 'publickey' && attempt.username === user
    const caller = isKey ? await ownerOf(listener, attempt) : undefined
    if (!isKey || !caller) return reject(attempt)
    // Without a signature the client only asks whether the key is acceptable.
    if (attempt.signature) {
      if (!hasSigned(ssh2, attempt)) return reject(attempt)
      login.onCaller(caller)
    }
    attempt.accept()
  }

  return (attempt) => {
    // One more may be on its way when the connection is ended; an answer would invite the next.
    if (attempts >= maxAttempts) return
    answer(attempt).catch((error) => {
      listener.reportBug(error)
      reject(attempt)
    })
  }
}

async function ownerOf(
  listener: Listener,
  { key, hashAlgo }: PublicKeyAuthContext,
): Promise<Caller | undefined> {
  if (publicKeyType(key.data) !== key.algo) return undefined
  // An RSA key without a named hash would use SHA-1.
  if (key.algo === 'ssh-rsa' && !hashAlgo) return undefined
  return await inTime(listener.backend.callerBySshKey(key.data))
}

function hasSigned(ssh2: Ssh2, { key, blob, signature, hashAlgo }: PublicKeyAuthContext): boolean {
  const parsed = ssh2.utils.parseKey(`${key.algo} ${key.data.toString('base64')}`)
  if (parsed instanceof Error || !blob || !signature) return false
  return parsed.verify(blob, signature, hashAlgo) === true
}
