import { newId } from '#kit/text/ids.ts'
import type { Caller } from '#platform/model/identity/access/caller.ts'
import { everyRight } from '#platform/model/identity/access/rights.ts'
import type { ApplicationId } from '#platform/model/ids.ts'
import { Refusal } from '#platform/model/refusal.ts'
import type { GitBackend, Push } from './git-backend.ts'

/** A user with an SSH key, a token and a secret; those of `nobody` are unknown to the platform. */
export type Person = 'ann' | 'bob' | 'nobody'

/** A fake platform for the git listener: two users, and applications that all belong to Ann. */
export class SmallPlatform {
  readonly pushes: Push[] = []
  readonly keys = new Map<Person, Buffer>()
  /** Called with each push before it is accepted; may throw. */
  onReceive: (push: Push) => void | Promise<void> = () => {}
  /** Called with the address of each client with wrong credentials; may throw. */
  onWrongCredentials: (from: string) => void = () => {}
  readonly #branches = new Map<string, string>()

  newApplication(branch = 'master'): ApplicationId {
    const id = newId('app')
    this.#branches.set(id, branch)
    return id
  }

  /** Deployments requested for an application, in order. */
  pushesOf(applicationId: ApplicationId): Push[] {
    return this.pushes.filter((push) => push.applicationId === applicationId)
  }

  readonly backend: GitBackend = {
    callerBySshKey: async (publicKey) => {
      const found = [...this.keys].find(([, key]) => key.equals(publicKey))
      return found && callerOf(found[0], 'ssh key')
    },
    callerByPassword: async (token, secret) => {
      const isRight = ['ann', 'bob'].includes(token) && secret === `${token}-secret`
      return isRight ? callerOf(token, 'access token') : undefined
    },
    countWrongCredentials: (from) => this.onWrongCredentials(from),
    openSession: async ({ caller, applicationId }) => {
      const branch = this.#branches.get(applicationId)
      if (branch && caller.userId === 'user_ann') return { branch }
      throw new Refusal('missing', 'There is no such application')
    },
    expectPush: () => {},
    receive: async (push) => {
      await this.onReceive(push)
      this.pushes.push(push)
      return {
        deploymentId: `deployment_${this.pushes.length}`,
        number: this.pushes.length,
        applicationName: 'hello',
        url: 'https://hello.example.org',
      }
    },
  }
}

const callerOf = (person: string, credential: Caller['credential']): Caller => ({
  userId: `user_${person}`,
  credential,
  credentialId: person,
  rights: everyRight,
})
