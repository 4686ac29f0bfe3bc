import type {
  ConnectedRepository,
  RepositoryAccess,
  WantedRepository,
} from '#client/resources/connected-repository.ts'

/** What moves an application on: a branch, or tags. */
export type DeployedRef = 'branch' | 'tags'

/** What was typed; what belongs to another choice stays while that is looked at. */
export interface ConnectForm {
  url: string
  access: RepositoryAccess
  token: string
  user: string
  deployed: DeployedRef
  branch: string
  /** Patterns, one a line. */
  tags: string
  /** One a line. */
  paths: string
}

/** What a form begins with: a repository that is connected already, without its token. */
export const formOf = (repository?: ConnectedRepository): ConnectForm => ({
  url: repository?.url ?? '',
  access: repository?.access ?? 'nobody',
  token: '',
  user: '',
  deployed: repository && repository.tags.length > 0 ? 'tags' : 'branch',
  branch: repository?.branch ?? '',
  tags: repository?.tags.join('\n') ?? '',
  paths: repository?.paths.join('\n') ?? '',
})

export const isComplete = ({ url, access, token, deployed, tags }: ConnectForm): boolean =>
  url.trim() !== '' &&
  (access !== 'token' || token.trim() !== '') &&
  (deployed !== 'tags' || linesOf(tags).length > 0)

/** The repository that was typed; what is empty is left to the platform. */
export function wantedOf(form: ConnectForm): WantedRepository {
  const { url, access, token, user, deployed, branch, tags, paths } = form
  return {
    url: url.trim(),
    access,
    ...(deployed === 'tags' ? { tags: linesOf(tags) } : { branch: branch.trim() || undefined }),
    paths: linesOf(paths),
    ...(access === 'token' && { token: token.trim(), user: user.trim() || undefined }),
  }
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
