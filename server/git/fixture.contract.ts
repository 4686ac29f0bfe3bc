import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newId } from '#kit/ids.ts'
import { parsePublicKey } from '#kit/ssh-keys.ts'
import { type Finished, plainEnvironment, run, runOrThrow } from '#kit/subprocess.ts'
import { createAuthority, issueCertificate } from '#kit/x509.ts'
import type { Caller } from '#platform/access/caller.ts'
import { Refusal } from '#platform/refusal.ts'
import { type GitDoor, type GitDoorOptions, openGitDoor } from './git-door.ts'
import { createHostKey } from './host-key.ts'
import type { Push, PushGate } from './push-gate.ts'

export type Transport = 'ssh' | 'https'

/** Someone with a key, a token and a secret; `nobody` has them too, but the platform does not know them. */
export type Person = 'ann' | 'bob' | 'nobody'

const authority = createAuthority('Berth of a test')
const identity = issueCertificate(authority, ['localhost', '127.0.0.1'])
const deadline = 60_000

/** An open door, a platform of a few lines behind it, and people with git in front of it. */
export class Fixture {
  readonly pushes: Push[] = []
  readonly log: string[] = []
  /** Called with each push before it counts; may throw. */
  onReceive: (push: Push) => void | Promise<void> = () => {}
  /** The application's branch, by its id: all of them are Ann's. */
  readonly applications = new Map<string, string>()
  readonly folder: string
  readonly repositories: string
  readonly #keys: Map<Person, Buffer>
  #door: GitDoor | undefined

  constructor(folder: string, keys: Map<Person, Buffer>) {
    this.folder = folder
    this.repositories = join(folder, 'repositories')
    this.#keys = keys
  }

  get port(): number {
    if (!this.#door) throw new Error('the door is not open')
    return this.#door.port
  }

  get ca(): string {
    return authority.certificate
  }

  async open(options: Partial<GitDoorOptions> = {}): Promise<void> {
    this.#door = await openGitDoor({
      host: '127.0.0.1',
      port: 0,
      folder: this.repositories,
      gate: this.#gate(),
      identity,
      hostKey: createHostKey(),
      limits: { pushBytes: 64 * 1024 * 1024, repositoryBytes: 256 * 1024 * 1024 },
      log: (line) => this.log.push(line),
      ...options,
    })
  }

  async close(): Promise<void> {
    await this.#door?.close(1000)
    await rm(this.folder, { recursive: true, force: true, maxRetries: 5 })
  }

  newApplication(branch = 'master'): string {
    const id = newId('app')
    this.applications.set(id, branch)
    return id
  }

  url(transport: Transport, applicationId: string, person: Person = 'ann'): string {
    return transport === 'ssh'
      ? `ssh://git@127.0.0.1:${this.port}/${applicationId}.git`
      : `https://${person}:${person}-secret@localhost:${this.port}/${applicationId}.git`
  }

  /** A new folder with a git repository of one commit on `master`. */
  async checkout(files: Record<string, string> = { 'package.json': '{}' }): Promise<string> {
    const folder = await mkdtemp(join(this.folder, 'checkout-'))
    await this.gitOrThrow(folder, ['init', '--quiet', '--initial-branch=master'])
    await this.commit(folder, files)
    return folder
  }

  /** Commits these files and gives the commit's name. */
  async commit(folder: string, files: Record<string, string>): Promise<string> {
    for (const [name, content] of Object.entries(files))
      await writeFile(join(folder, name), content)
    await this.gitOrThrow(folder, ['add', '--all', '--force'])
    await this.gitOrThrow(folder, ['commit', '--quiet', '--allow-empty', '--message', 'change'])
    return (await this.gitOrThrow(folder, ['rev-parse', 'HEAD'])).trim()
  }

  /** Runs git as a person would on their own machine. */
  git(folder: string, args: string[], person: Person = 'ann'): Promise<Finished> {
    return run(['git', ...args], { cwd: folder, env: this.#environment(person), deadline })
  }

  gitOrThrow(folder: string, args: string[], person: Person = 'ann'): Promise<string> {
    return runOrThrow(['git', ...args], { cwd: folder, env: this.#environment(person), deadline })
  }

  /** Runs the system's SSH client. */
  ssh(args: string[], person: Person = 'ann'): Promise<Finished> {
    return run(
      ['ssh', ...this.#sshOptions(person), '-p', String(this.port), 'git@127.0.0.1', ...args],
      { deadline },
    )
  }

  #environment(person: Person): Record<string, string> {
    return {
      ...plainEnvironment(),
      HOME: this.folder,
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_TERMINAL_PROMPT: '0',
      GIT_SSL_CAINFO: join(this.folder, 'ca.pem'),
      GIT_SSH_COMMAND: ['ssh', ...this.#sshOptions(person)].join(' '),
      ...Object.fromEntries(
        ['AUTHOR', 'COMMITTER'].flatMap((role) => [
          [`GIT_${role}_NAME`, 'Ann'],
          [`GIT_${role}_EMAIL`, 'ann@example.org'],
        ]),
      ),
    }
  }

  #sshOptions(person: Person): string[] {
    const options = {
      BatchMode: 'yes',
      IdentitiesOnly: 'yes',
      StrictHostKeyChecking: 'no',
      UserKnownHostsFile: '/dev/null',
      LogLevel: 'ERROR',
    }
    return [
      '-F',
      '/dev/null',
      '-i',
      join(this.folder, person),
      ...Object.entries(options).flatMap(([name, value]) => ['-o', `${name}=${value}`]),
    ]
  }

  #gate(): PushGate {
    const callerOf = (person: string): Caller => ({
      userId: `user_${person}`,
      credential: 'ssh key',
      credentialId: person,
    })
    return {
      callerBySshKey: async (publicKey) => {
        const found = [...this.#keys].find(([, key]) => key.equals(publicKey))
        return found && callerOf(found[0])
      },
      callerByAccessToken: async (token, secret) =>
        ['ann', 'bob'].includes(token) && secret === `${token}-secret`
          ? callerOf(token)
          : undefined,
      admit: async (caller, applicationId) => {
        const branch = this.applications.get(applicationId)
        if (branch && caller.userId === 'user_ann') return { branch }
        throw new Refusal('missing', 'There is no such application')
      },
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
}

/** A fixture with its keys made and its door open. */
export async function openFixture(options: Partial<GitDoorOptions> = {}): Promise<Fixture> {
  const folder = await mkdtemp(join(tmpdir(), 'berth-git-'))
  await writeFile(join(folder, 'ca.pem'), authority.certificate)
  const keys = new Map<Person, Buffer>()
  for (const person of ['ann', 'bob', 'nobody'] as const) {
    const path = join(folder, person)
    await runOrThrow(['ssh-keygen', '-q', '-t', 'ed25519', '-N', '', '-C', person, '-f', path], {
      deadline,
    })
    const key = parsePublicKey(await readFile(`${path}.pub`, 'utf8'))
    if (key && person !== 'nobody') keys.set(person, key.blob)
  }
  const fixture = new Fixture(folder, keys)
  await fixture.open(options)
  return fixture
}
