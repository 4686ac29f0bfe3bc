import type { ConnectedRepository } from '#platform/model/hosting/connected-repositories/connected-repository.ts'
import type { ApplicationId } from '#platform/model/ids.ts'

/** A repository that nobody answers for. */
export const aConnectedRepository = (
  applicationId: ApplicationId,
  token: string,
): ConnectedRepository => ({
  applicationId,
  url: 'https://127.0.0.1:9/a/b.git',
  access: { by: 'token', user: 'me', token },
  paths: [],
  tags: [],
  hostKeys: '',
  head: null,
  headBranch: '',
  connectedBy: 'user_1',
  connectedAt: 1,
  checkedAt: null,
  dueAt: 1,
  attempts: 0,
  lastError: '',
})
