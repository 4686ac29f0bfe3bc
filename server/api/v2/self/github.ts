import { endpoint } from '#api/http/endpoint.ts'
import { boolean, list, object, string } from '#kit/schema.ts'
import { Refusal } from '#platform/model/refusal.ts'

export const listGithubApplications = endpoint({
  method: 'GET',
  path: '/v2/github/applications',
  access: { on: 'user', may: 'read' },
  summary:
    'Answers that no account of GitHub is linked: repositories are connected one by one, with `berth connect`',
  answer: list(
    object({
      id: string,
      owner: string,
      name: string,
      description: string,
      gitUrl: string,
      defaultBranch: string,
      priv: boolean,
    }),
  ),
  handle() {
    throw new Refusal(
      'missing',
      'No account of GitHub is linked: connect a repository by its URL with `berth connect`.',
      { reason: 'github-not-linked' },
    )
  },
})
