const timeout = 120_000

/** A repository as `owner/name`. */
export type GiteaRepository = `${string}/${string}`

/** Somebody with an account at a Gitea, who acts through its API. */
export class GiteaPerson {
  readonly #url: string
  readonly name: string
  readonly token: string
  readonly #lastLines: () => Promise<string>

  /** `lastLines` reads the log, which alone says what has failed in there. */
  constructor(url: string, name: string, token: string, lastLines: () => Promise<string>) {
    this.#url = url
    this.name = name
    this.token = token
    this.#lastLines = lastLines
  }

  /** Calls the API; throws on anything but success. */
  async call<Answer = unknown>(method: string, path: string, body?: unknown): Promise<Answer> {
    const response = await fetch(`${this.#url}/api/v1${path}`, {
      method,
      headers: { authorization: `token ${this.token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeout),
    })
    const text = await response.text()
    if (!response.ok) {
      const log = response.status >= 500 ? `\n${await this.#lastLines()}` : ''
      throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 500)}${log}`)
    }
    return (text === '' ? undefined : JSON.parse(text)) as Answer
  }

  /** Makes a repository with a first commit, and returns its name. */
  async createRepository(
    name: string,
    files: Readonly<Record<string, string>>,
    { isPrivate = false } = {},
  ): Promise<GiteaRepository> {
    await this.call('POST', '/user/repos', {
      name,
      private: isPrivate,
      auto_init: true,
      default_branch: 'main',
    })
    const repository: GiteaRepository = `${this.name}/${name}`
    await this.commit(repository, files)
    return repository
  }

  /** Commits files to a branch; returns the commit. `from` begins the branch at another one, whatever it had. */
  async commit(
    repository: GiteaRepository,
    files: Readonly<Record<string, string>>,
    { branch = 'main', message = 'Change', from }: CommitOptions = {},
  ): Promise<string> {
    const answer = await this.call<{ commit: { sha: string } }>(
      'POST',
      `/repos/${repository}/contents`,
      {
        message,
        branch: from ?? branch,
        ...(from !== undefined && { new_branch: branch, force_push: true }),
        files: Object.entries(files).map(([path, content]) => ({
          operation: 'upload',
          path,
          content: Buffer.from(content).toString('base64'),
        })),
      },
    )
    return answer.commit.sha
  }

  async fork(repository: GiteaRepository): Promise<GiteaRepository> {
    const { full_name: name } = await this.call<{ full_name: GiteaRepository }>(
      'POST',
      `/repos/${repository}/forks`,
      {},
    )
    return name
  }

  /** Opens a pull request; `head` is a branch, or `person:branch` of a fork. Returns its number. */
  async openPullRequest(
    repository: GiteaRepository,
    head: string,
    title = `Merge ${head}`,
  ): Promise<number> {
    const { number } = await this.call<{ number: number }>('POST', `/repos/${repository}/pulls`, {
      head,
      base: 'main',
      title,
    })
    return number
  }

  /** The text of each comment on a pull request, oldest first. */
  async comments(repository: GiteaRepository, number: number): Promise<GiteaComment[]> {
    return this.call('GET', `/repos/${repository}/issues/${number}/comments`)
  }
}

export interface GiteaComment {
  id: number
  body: string
  user: { login: string }
}

interface CommitOptions {
  branch?: string
  message?: string
  from?: string
}
