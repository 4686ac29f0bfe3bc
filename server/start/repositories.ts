import { createRepository, deleteRepository, hasCommit, headOf } from '#git/repository.ts'
import { openSource } from '#git/source.ts'
import type { Repositories } from '#platform/deployments/repositories.ts'

/** The repositories under one folder, as the platform asks for them. */
export const gitRepositories = (folder: string): Repositories => ({
  create: (applicationId) => createRepository(folder, applicationId),
  remove: (applicationId) => deleteRepository(folder, applicationId),
  sourceOf: (applicationId, commit) => openSource(folder, applicationId, commit),
  has: (applicationId, commit) => hasCommit(folder, applicationId, commit),
  headOf: (applicationId, branch) => headOf(folder, applicationId, branch),
})
