import { cp, mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type } from '#tests/support/captured-terminal.ts'
import { type AddressesFile, type AdminFile, withoutBerth } from '#tests/support/platform/berth.ts'
import { type CommandResult, runCommand } from '#tests/support/platform/command.ts'
import { StockClient, stockCommand } from '#tests/support/stock-client/stock-client.ts'

const root = new URL('../../../', import.meta.url).pathname

/** A user's folder with a git repository, the command-line tools, and its own home. */
export class Project implements AsyncDisposable {
  readonly folder: string
  readonly env: NodeJS.ProcessEnv
  readonly #stockClient: StockClient

  private constructor(folder: string, env: NodeJS.ProcessEnv) {
    this.folder = folder
    this.env = env
    this.#stockClient = new StockClient({ cwd: folder, env })
  }

  /** A project for the given platform, with the files of an example if one is named. */
  static async create(
    berth: { folder: string; data: string; addresses: AddressesFile; admin: AdminFile },
    name: string,
    example?: string,
  ): Promise<Project> {
    const folder = join(berth.folder, 'projects', name)
    await mkdir(folder, { recursive: true })
    const project = new Project(folder, environmentOf(berth, join(berth.folder, `home-${name}`)))
    await project.git('init', '--quiet', '--initial-branch=master')
    if (example) {
      await cp(join(root, 'examples', example), folder, { recursive: true })
      for (const expected of ['expected-recipe.json', 'expected-answer.json'])
        await rm(join(folder, expected), { force: true })
      await project.commit('First version')
    }
    return project
  }

  async write(files: Record<string, string>): Promise<void> {
    for (const [name, content] of Object.entries(files)) {
      await mkdir(dirname(join(this.folder, name)), { recursive: true })
      await writeFile(join(this.folder, name), content)
    }
  }

  /** Commits everything in the folder and returns the commit id. */
  async commit(message: string): Promise<string> {
    await this.git('add', '--all')
    await this.git('commit', '--quiet', '--allow-empty', '--message', message)
    return (await this.git('rev-parse', 'HEAD')).stdout.trim()
  }

  /** Runs git and asserts success. */
  async git(...args: string[]): Promise<CommandResult> {
    const ran = await this.tryGit(...args)
    if (ran.code !== 0)
      throw new Error(`git ${args.join(' ')} exited with ${ran.code}:\n${ran.output}`)
    return ran
  }

  tryGit(...args: string[]): Promise<CommandResult> {
    return runCommand(['git', ...args], { cwd: this.folder, env: this.env })
  }

  /** Runs the CLI. */
  berth(...args: string[]): Promise<CommandResult> {
    return this.run([join(root, 'bin/berth'), ...args])
  }

  /** Gives `git push berth` the credentials, which saves the process of the credential helper. */
  pushWith({ token, secret }: { token: string; secret: string }, repository: string): void {
    const url = Object.assign(new URL(repository), { username: token, password: secret })
    this.env.GIT_CONFIG_COUNT = '1'
    this.env.GIT_CONFIG_KEY_0 = 'remote.berth.pushurl'
    this.env.GIT_CONFIG_VALUE_0 = url.href
  }

  /** Runs a CLI command in this process, for steps that a test needs but does not test. */
  async type(...words: string[]): Promise<CommandResult> {
    const env = this.env as Record<string, string>
    const { code, out, err } = await type(words, { folder: this.folder, env })
    return { code, stdout: out, stderr: err, output: out + err }
  }

  /** Runs the stock public client, kept between commands; whoever runs many closes the project at the end. */
  clever(...args: string[]): Promise<CommandResult> {
    return this.#stockClient.run(args)
  }

  /** Runs the stock public client in a process of its own. */
  cleverAnew(args: string[], input?: string): Promise<CommandResult> {
    return this.run(stockCommand(...args), input)
  }

  async [Symbol.asyncDispose]() {
    await this.#stockClient[Symbol.asyncDispose]()
  }

  run(command: string[], input?: string): Promise<CommandResult> {
    return runCommand(command, {
      cwd: this.folder,
      env: this.env,
      ...(input !== undefined && { input }),
    })
  }
}

function environmentOf(
  { addresses, admin }: { addresses: AddressesFile; admin: AdminFile },
  home: string,
): NodeJS.ProcessEnv {
  return {
    ...withoutBerth(process.env),
    HOME: home,
    XDG_CONFIG_HOME: join(home, '.config'),
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_AUTHOR_NAME: 'Ada',
    GIT_AUTHOR_EMAIL: 'ada@example.test',
    GIT_COMMITTER_NAME: 'Ada',
    GIT_COMMITTER_EMAIL: 'ada@example.test',
    NO_COLOR: '1',
    API_HOST: addresses.api,
    AUTH_BRIDGE_HOST: addresses.bridge,
    CONSOLE_URL: addresses.console,
    OAUTH_CONSUMER_KEY: admin.consumerKey,
    OAUTH_CONSUMER_SECRET: admin.consumerSecret,
    CLEVER_TOKEN: admin.token,
    CLEVER_SECRET: admin.secret,
    NODE_EXTRA_CA_CERTS: addresses.ca,
  }
}
