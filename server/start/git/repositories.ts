import {
  createRepository,
  deleteRepository,
  hasCommit,
  headOf,
  type RepositoryFolder,
} from '#git/repository.ts'
import { openSource } from '#git/source.ts'
import type { Repositories } from '#platform/deployments/repositories.ts'

/** The repositories under one folder, as the platform asks for them. */
export const gitRepositories = (folder: RepositoryFolder): Repositories => ({
  create: async (applicationId) => void (await createRepository(folder, applicationId)),
  remove: (applicationId) => deleteRepository(folder, applicationId),
  sourceOf: (applicationId, commit, signal) => openSource(folder, applicationId, commit, signal),
  has: (applicationId, commit) => hasCommit(folder, applicationId, commit),
  headOf: (applicationId, branch) => headOf(folder, applicationId, branch),
})
