import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before } from 'node:test'
import { logBug } from '#api/log-bug.ts'
import { parsePublicKey } from '#kit/crypto/ssh-keys.ts'
import { createAuthority, issueCertificate } from '#kit/crypto/x509.ts'
import { type ProcessResult, plainEnvironment, run, runOrThrow } from '#kit/process/subprocess.ts'
import type { ApplicationId } from '#platform/model/ids.ts'
import { createGit } from './git.ts'
import { type GitServer, type GitServerOptions, openGitServer } from './git-server.ts'
import type { Limits } from './git-session.ts'
import { createHostKey } from './host-key.ts'
import { type Person, SmallPlatform } from './small-platform.contract.ts'

export type Transport = 'ssh' | 'https'

const authority = createAuthority('Berth of a test')
const identity = issueCertificate(authority, ['localhost', '127.0.0.1'])
const timeout = 60_000
const megabyte = 1024 * 1024
export const generousLimits: Limits = {
  pushBytes: 64 * megabyte,
  repositoryBytes: 256 * megabyte,
  connectionsPerUser: 32,
}

/** An open listener with a small fake platform behind it, and git clients of several users. */
export class Fixture {
  readonly platform = new SmallPlatform()
  /** Lines written to the operator's log. */
  readonly log: string[] = []
  /** Starts the listener's git processes. */
  readonly processes = createGit()
  folder = ''
  #listener: GitServer | undefined

  get repositories(): string {
    return join(this.folder, 'repositories')
  }

  get port(): number {
    if (!this.#listener) throw new Error('the listener is not open')
    return this.#listener.port
  }

  get ca(): string {
    return authority.certificate
  }

  async open(options: Partial<GitServerOptions> = {}): Promise<void> {
    this.folder = await mkdtemp(join(tmpdir(), 'berth-git-'))
    await writeFile(join(this.folder, 'ca.pem'), authority.certificate)
    for (const person of ['ann', 'bob', 'nobody'] as const) {
      const key = await this.newKey(person)
      if (person !== 'nobody') this.platform.keys.set(person, key)
    }
    this.#listener = await openGitServer({
      host: '127.0.0.1',
      port: 0,
      folder: this.repositories,
      git: this.processes,
      backend: this.platform.backend,
      identity,
      hostKey: await createHostKey(),
      limits: generousLimits,
      onBug: (error, id) => logBug((line) => this.log.push(line), error, id),
      ...options,
    })
  }

  async closeListener(timeout: number): Promise<void> {
    await this.#listener?.close(timeout)
    this.#listener = undefined
  }

  async close(): Promise<void> {
    await this.closeListener(1000)
    await rm(this.folder, { recursive: true, force: true, maxRetries: 5 })
  }

  /** Creates an SSH key for a user and registers it. */
  async addKey(person: Person, type: string, bits: string): Promise<void> {
    await rm(join(this.folder, person))
    this.platform.keys.set(person, await this.newKey(person, type, bits))
  }

  async newKey(name: string, type = 'ed25519', bits = '256'): Promise<Buffer> {
    const path = join(this.folder, name)
    const args = ['-q', '-t', type, '-b', bits, '-N', '', '-C', name, '-f', path]
    await runOrThrow(['ssh-keygen', ...args], { timeout })
    const key = parsePublicKey(await readFile(`${path}.pub`, 'utf8'))
    if (!key) throw new Error('the new key cannot be read')
    return key.blob
  }

  url(transport: Transport, applicationId: ApplicationId, person: Person = 'ann'): string {
    return transport === 'ssh'
      ? `ssh://git@127.0.0.1:${this.port}/${applicationId}.git`
      : `https://${person}:${person}-secret@localhost:${this.port}/${applicationId}.git`
  }

  /** Names of all refs of an application's repository. */
  async refsOf(transport: Transport, applicationId: ApplicationId): Promise<string[]> {
    const listed = await this.gitOrThrow(this.folder, [
      'ls-remote',
      this.url(transport, applicationId),
      'refs/*',
    ])
    return [...listed.matchAll(/\t(.*)\n/g)].map(([, ref = '']) => ref)
  }

  /** Creates a folder with a git repository of one commit on `master`. */
  async checkout(files: Record<string, string> = { 'package.json': '{}' }): Promise<string> {
    const folder = await mkdtemp(join(this.folder, 'checkout-'))
    await this.gitOrThrow(folder, ['init', '--quiet', '--initial-branch=master'])
    await this.commit(folder, files)
    return folder
  }

  /** Commits these files and returns the commit id. */
  async commit(folder: string, files: Record<string, string>): Promise<string> {
    for (const [name, content] of Object.entries(files))
      await writeFile(join(folder, name), content)
    await this.gitOrThrow(folder, ['add', '--all', '--force'])
    await this.gitOrThrow(folder, ['commit', '--quiet', '--allow-empty', '--message', 'change'])
    return (await this.gitOrThrow(folder, ['rev-parse', 'HEAD'])).trim()
  }

  /** Runs git as a user on their own machine. */
  git(folder: string, args: string[], person: Person = 'ann'): Promise<ProcessResult> {
    return run(['git', ...args], { cwd: folder, env: this.#environment(person), timeout })
  }

  gitOrThrow(folder: string, args: string[], person: Person = 'ann'): Promise<string> {
    return runOrThrow(['git', ...args], { cwd: folder, env: this.#environment(person), timeout })
  }

  /** Runs the system's SSH client. */
  ssh(args: string[], person: Person = 'ann'): Promise<ProcessResult> {
    const options = [...this.#sshOptions(person), '-p', String(this.port)]
    return run(['ssh', ...options, 'git@127.0.0.1', ...args], { timeout })
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
}

/** A fixture that is open during the tests of this file. */
export function fixtureFor(options: Partial<GitServerOptions> = {}): Fixture {
  const fixture = new Fixture()
  before(() => fixture.open(options))
  after(() => fixture.close())
  return fixture
}
