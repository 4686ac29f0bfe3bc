import { gitIn } from '#cli/git/git.ts'
import { remoteUrl } from '#cli/git/git-remote.ts'
import { Refusal } from '#cli/refusal.ts'
import type { Terminal } from '#cli/terminal/terminal.ts'
import { ApiError } from '#client/http/api-error.ts'

/** Adds to the sentence that nothing is connected how the origin of this folder would be. */
export async function withProposal(error: unknown, terminal: Terminal): Promise<unknown> {
  if (!(error instanceof ApiError) || error.status !== 404) return error
  const words = proposalFor((await remoteUrl(gitIn(terminal), 'origin')) ?? '')
  if (!words) return error
  return new Refusal(
    `${error.message} Connect the origin of this folder with \`berth connect ${words}\`.`,
  )
}

/** Arguments that connect a remote; empty for one that no platform reads. Nothing that is secret in it is shown. */
export function proposalFor(remote: string): string {
  const isPlain = /^[\w.@:/~+-]+$/.test(remote)
  if (isPlain && /^(ssh:\/\/)?[\w.-]+@[\w.-]+[:/]/.test(remote)) return `${remote} --deploy-key`
  if (!isPlain || !URL.canParse(remote)) return ''
  const url = new URL(remote)
  if (url.protocol !== 'https:') return ''
  return `https://${url.host}${url.pathname}`
}
