import type { Platform } from '#platform/hosting/platform.ts'
import { removePreview, updatePreview } from '#platform/hosting/previews/change-preview.ts'
import { createPreview } from '#platform/hosting/previews/create-preview.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import type { ConnectedRepository } from '#platform/model/hosting/connected-repositories/connected-repository.ts'
import { validateBranch } from '#platform/model/hosting/names.ts'
import type { PreviewSource } from '#platform/model/hosting/previews/preview.ts'
import { Refusal } from '#platform/model/refusal.ts'
import type { OpenPullRequest, PreviewStep } from './decide-previews.ts'

const maxTitle = 250
const maxAuthor = 100

/** Makes, updates and removes previews. What is refused does not keep the others from theirs. */
export async function takeSteps(
  platform: Platform,
  parent: Application,
  steps: readonly PreviewStep[],
  repository: Pick<ConnectedRepository, 'url' | 'connectedBy'>,
): Promise<{
  /** Numbers of pull requests that have not got what was wanted. */
  failed: number[]
  /** Why, for the last of them, in one sentence; or empty. */
  problem: string
}> {
  const failed: number[] = []
  let problem = ''
  for (const step of steps) {
    try {
      await take(platform, parent, step, repository)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const number = 'pullRequest' in step ? step.pullRequest.number : step.preview.source.number
      failed.push(number)
      problem = `#${number}: ${error.message}`
    }
  }
  return { failed, problem }
}

async function take(
  platform: Platform,
  parent: Application,
  step: PreviewStep,
  { url: repositoryUrl, connectedBy: createdBy }: Pick<ConnectedRepository, 'url' | 'connectedBy'>,
): Promise<void> {
  if (step.do === 'remove') return removePreview(platform, step.preview)
  const { pullRequest } = step
  if (step.do === 'update') {
    await updatePreview(platform, step.preview, pullRequest.commit)
    return
  }
  const source = sourceOf(pullRequest)
  const { commit } = pullRequest
  await createPreview(platform, parent, { source, commit, createdBy, repositoryUrl })
}

/** Names of strangers are kept short; a branch that cannot be one here gets a plain name. */
function sourceOf({ commit: _, ref, ...pullRequest }: OpenPullRequest): PreviewSource {
  if (ref === null)
    throw new Refusal('invalid', 'Bitbucket lets nobody fetch the branch of a fork.')
  const { number, title, author } = pullRequest
  return {
    kind: 'pull-request',
    ...pullRequest,
    title: title.slice(0, maxTitle),
    author: author.slice(0, maxAuthor),
    branch: plainBranch(pullRequest.branch, number),
    ref,
  }
}

function plainBranch(branch: string, number: number): string {
  try {
    return validateBranch(branch)
  } catch {
    return `pull/${number}`
  }
}
