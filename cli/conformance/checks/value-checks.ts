import { type Check, checksOf, demand } from '#cli/conformance/check.ts'
import { spec } from '#cli/conformance/spec.ts'
import { isLoopback } from '#kit/net/loopback.ts'

const check = checksOf('provisioning')

const secretName = /(PASSWORD|TOKEN|SECRET|KEY)$/
const isSecret = (name: string, value: string) =>
  secretName.test(name) || (URL.canParse(value) && new URL(value).password !== '')

export const valueChecks: readonly Check[] = [
  check(
    'all-variables',
    'should',
    'There is a value for each variable of the manifest',
    spec.config,
    async (stage) => {
      const ordered = await stage.sample()
      const config = await stage.configOf(ordered)
      const missing = stage.manifest.api.config_vars.filter((name) => !(name in config))
      demand(
        missing.length === 0,
        `No value for ${missing.join(', ')}.`,
        'Send all of them, or take them out of the manifest.',
      )
    },
  ),
  check(
    'no-other-variables',
    'should',
    'There are no values beyond the manifest',
    spec.config,
    async (stage) => {
      const { made } = await stage.sample()
      demand(
        made.ignored.length === 0,
        `${made.ignored.join(', ')} would be ignored.`,
        'Add them to api.config_vars, or do not send them.',
      )
    },
  ),
  check(
    'plain-values',
    'should',
    'Values have no line breaks or control characters',
    spec.config,
    async (stage) => {
      const config = await stage.configOf(await stage.sample())
      const odd = Object.entries(config).find(([, value]) => /[\x00-\x08\x0a-\x1f]/.test(value))
      demand(
        !odd,
        `${odd?.[0]} has a control character.`,
        'Encode such values, in base64 for instance.',
      )
    },
  ),
  check(
    'addresses',
    'should',
    'Variables named URL or URI hold addresses that applications can reach',
    spec.config,
    async (stage) => {
      const config = await stage.configOf(await stage.sample())
      for (const [name, value] of Object.entries(config).filter(([name]) =>
        /_UR[LI]$/.test(name),
      )) {
        demand(URL.canParse(value), `${name} is not a URL.`, 'Send an absolute URL.')
        demand(
          !stage.isProduction || !isLoopback(new URL(value).hostname),
          `${name} is on localhost.`,
          'Send an address that customers reach.',
        )
      }
    },
  ),
  check(
    'own-secrets',
    'must',
    'Two customers do not get the same secrets',
    spec.config,
    async (stage) => {
      const [one, other] = [await stage.success(), await stage.success()]
      const [mine, theirs] = [await stage.configOf(one), await stage.configOf(other)]
      const shared = Object.keys(mine).filter(
        (name) => isSecret(name, mine[name] ?? '') && mine[name] === theirs[name],
      )
      demand(
        shared.length === 0,
        `${shared.join(', ')} is the same for two customers.`,
        'Make secrets for each resource.',
      )
    },
  ),
  check(
    'no-manifest-secret',
    'must',
    'The answer does not contain the password or the salt',
    spec.secrets,
    async (stage) => {
      const { reply, addonId } = await stage.sample()
      const told = stage.callbacks.heard(addonId).map(({ json }) => JSON.stringify(json))
      const said = [JSON.stringify(reply.headers), reply.text, ...told].join(' ')
      const { password, sso_salt } = stage.manifest.api
      demand(
        ![password, sso_salt].some((secret) => said.includes(secret)),
        'A secret of the manifest is in the answer.',
        'Customers would see it; make secrets for each resource.',
      )
    },
  ),
]
