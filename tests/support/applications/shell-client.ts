import { type ChildProcess, spawn } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import ssh2 from 'ssh2'
import { createKeyPair } from '#git/host-key.ts'
import { until } from '#kit/concurrency/timeout.ts'
import { type CommandResult, runCommand } from '#tests/support/platform/command.ts'
import type { PushedApplication } from './pushed-application.ts'

const timeout = 120_000

/** The ssh programs of a user with a registered key. */
export class ShellClient {
  readonly folder: string
  readonly host: string
  readonly port: string
  readonly keyName: string
  readonly #options: string[]

  private constructor(folder: string, gateway: URL, keyName: string) {
    this.folder = folder
    this.host = gateway.hostname
    this.port = gateway.port
    this.keyName = keyName
    this.#options = [
      ...['-F', '/dev/null', '-i', join(folder, 'key'), '-o', 'IdentitiesOnly=yes'],
      ...['-o', 'StrictHostKeyChecking=no', '-o', 'UserKnownHostsFile=/dev/null'],
      ...['-o', 'LogLevel=ERROR'],
    ]
  }

  /** Makes a key and registers it. */
  static async of({ berth, project }: PushedApplication, keyName = 'laptop') {
    const folder = join(project.folder, '..', `${keyName}-ssh`)
    await mkdir(folder, { recursive: true })
    const pair = createKeyPair(ssh2, keyName)
    await writeFile(join(folder, 'key'), pair.private, { mode: 0o600 })
    await berth.client.sshKeys.add(keyName, pair.public)
    return new ShellClient(folder, new URL(berth.addresses.git.ssh), keyName)
  }

  /** Runs `ssh` with these arguments. */
  ssh(args: string[], input = ''): Promise<CommandResult> {
    return this.#run(['ssh', '-p', this.port, ...this.#options, ...args], input)
  }

  sftp(args: string[], input = ''): Promise<CommandResult> {
    return this.#run(['sftp', '-P', this.port, ...this.#options, ...args], input)
  }

  scp(args: string[]): Promise<CommandResult> {
    return this.#run(['scp', '-P', this.port, ...this.#options, ...args], '')
  }

  /** Starts `ssh`, whose input and output stay open. */
  start(args: string[]): StartedShell {
    const child = spawn('ssh', ['-p', this.port, ...this.#options, ...args], { stdio: 'pipe' })
    return new StartedShell(child)
  }

  /** A folder with an `ssh` that has this key, for tools that run it without options of ours. */
  async programs(): Promise<string> {
    const folder = join(this.folder, 'bin')
    await mkdir(folder, { recursive: true })
    await writeFile(
      join(folder, 'ssh'),
      `#!/bin/sh\nexec /usr/bin/ssh -F ${join(this.folder, 'config')} "$@"\n`,
      {
        mode: 0o755,
      },
    )
    await writeFile(
      join(this.folder, 'config'),
      `IdentityFile ${join(this.folder, 'key')}\nIdentitiesOnly yes\nStrictHostKeyChecking no\nUserKnownHostsFile /dev/null\nLogLevel ERROR\n`,
    )
    return folder
  }

  key(): Promise<string> {
    return readFile(join(this.folder, 'key'), 'utf8')
  }

  #run(command: string[], input: string): Promise<CommandResult> {
    return runCommand(command, { cwd: this.folder, env: process.env, input })
  }
}

/** A running ssh program. */
export class StartedShell {
  readonly child: ChildProcess
  output = ''
  #code: number | undefined

  constructor(child: ChildProcess) {
    this.child = child
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.output += text
      })
    }
    child.stdin?.on('error', () => {})
    child.on('close', (code) => {
      this.#code = code ?? 255
    })
  }

  type(text: string): void {
    this.child.stdin?.write(text)
  }

  /** Waits until this was printed. */
  async shows(pattern: RegExp): Promise<string> {
    return until(() => pattern.exec(this.output)?.[0], {
      timeout,
      what: `${pattern} in ${JSON.stringify(this.output.slice(-500))}`,
    })
  }

  /** Waits for the exit code. */
  ended(): Promise<number> {
    return until(() => this.#code, {
      timeout,
      what: `the end of a shell: ${this.output.slice(-500)}`,
    })
  }
}
