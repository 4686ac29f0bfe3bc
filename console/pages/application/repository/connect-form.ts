import type {
  ConnectedRepository,
  RepositoryAccess,
  WantedRepository,
} from '#client/resources/connected-repository.ts'

/** What was typed; the token stays while another access is looked at. */
export interface ConnectForm {
  url: string
  access: RepositoryAccess
  token: string
  user: string
  branch: string
  /** One a line. */
  paths: string
}

/** What a form begins with: a repository that is connected already, without its token. */
export const formOf = (repository?: ConnectedRepository): ConnectForm => ({
  url: repository?.url ?? '',
  access: repository?.access ?? 'nobody',
  token: '',
  user: '',
  branch: repository?.branch ?? '',
  paths: repository?.paths.join('\n') ?? '',
})

export const isComplete = ({ url, access, token }: ConnectForm): boolean =>
  url.trim() !== '' && (access !== 'token' || token.trim() !== '')

/** The repository that was typed; what is empty is left to the platform. */
export function wantedOf({
  url,
  access,
  token,
  user,
  branch,
  paths,
}: ConnectForm): WantedRepository {
  const lines = paths.split('\n').map((line) => line.trim())
  return {
    url: url.trim(),
    access,
    branch: branch.trim() || undefined,
    paths: lines.filter((line) => line !== ''),
    ...(access === 'token' && { token: token.trim(), user: user.trim() || undefined }),
  }
}
