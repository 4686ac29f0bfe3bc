import type { Environment } from '#platform/applications/environment.ts'
import type { HomeFile } from '#platform/deployments/recipe.ts'
import { setting } from '#runtimes/setting.ts'

/** The owner's private key and how to use it, for Git dependencies that are fetched over SSH. */
export function sshKeyFiles(environment: Environment): HomeFile[] {
  if (setting(environment, 'CC_SSH_PRIVATE_KEY') === undefined) return []
  const name = setting(environment, 'CC_SSH_PRIVATE_KEY_FILE') ?? 'id_ed25519'
  const settings = [
    'Host *',
    `  IdentityFile ~/.ssh/${name}`,
    '  IdentitiesOnly yes',
    // There is nobody to ask at a build: the first key that a host shows is believed.
    '  StrictHostKeyChecking accept-new',
  ]
  return [
    { path: `.ssh/${name}`, template: '{{CC_SSH_PRIVATE_KEY}}\n' },
    { path: '.ssh/config', template: `${settings.join('\n')}\n` },
  ]
}
