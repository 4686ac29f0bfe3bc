import type { GitService } from '#git/git-session.ts'
import { isId } from '#kit/text/ids.ts'
import type { ApplicationId } from '#platform/ids.ts'

export interface ExecCommand {
  service: GitService
  applicationId: ApplicationId
}

const pattern = /^git[ -](receive-pack|upload-pack) (['"]?)\/?([a-z0-9_-]{1,64})\.git\/?\2$/

/** The command that a git client sends over SSH, or `undefined` for anything else. */
export function parseExecCommand(command: string): ExecCommand | undefined {
  const [, verb, , applicationId = ''] = pattern.exec(command) ?? []
  if (!verb || !isId('app', applicationId)) return undefined
  return {
    service: verb === 'receive-pack' ? 'git-receive-pack' : 'git-upload-pack',
    applicationId,
  }
}
