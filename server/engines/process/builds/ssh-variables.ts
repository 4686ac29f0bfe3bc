import type { FilledFile } from '#platform/deployments/recipe/home-file.ts'

const settings = '.ssh/config'

/**
 * Makes Git use the settings for SSH in the home of a build: SSH itself looks for them in the home that the machine's
 * list of users names, which without a sandbox is another one.
 */
export function sshVariables(home: readonly Pick<FilledFile, 'path'>[]): Record<string, string> {
  if (!home.some(({ path }) => path === settings)) return {}
  return { GIT_SSH_COMMAND: `ssh -F "$HOME/${settings}" -o BatchMode=yes` }
}
