import { makeCall } from '#cli/conformance/call.ts'
import { groups } from '#cli/conformance/check.ts'
import { hasFailed, reportOf, reportText } from '#cli/conformance/report.ts'
import type { Subject } from '#cli/conformance/stage.ts'
import { defineCommand } from '#cli/define-command.ts'
import { Refusal, UsageError } from '#cli/refusal.ts'
import { readJsonFile } from '#cli/resolve/json-file.ts'
import { isObject, own } from '#protocol/json-value.ts'
import type { Endpoints, Manifest } from '#protocol/manifest/manifest.ts'

const words = 'provider test'

export const providerTest = defineCommand({
  words,
  summary: 'Test the service of an add-on provider',
  description:
    'Orders, deletes and opens add-ons as the platform does, also with invalid and hostile requests, and reports what\n' +
    'the service should do differently. Everything it orders is deleted again. Exits with code 1 if a required check fails.',
  arguments: [{ name: 'manifest', summary: 'manifest file', completes: 'files' }],
  options: {
    production: {
      type: 'boolean',
      summary: 'Use the production URLs instead of the test URLs',
    },
    plan: {
      type: 'string',
      value: 'slug',
      summary:
        "Existing plan; give two to test plan changes (default: 'plans' of the manifest, else dev)",
      multiple: true,
    },
    only: {
      type: 'string',
      value: 'group',
      summary: 'Run only this group of checks',
      choices: groups,
    },
    timeout: {
      type: 'string',
      value: 'seconds',
      summary: 'Timeout per request',
      default: '30',
    },
    seconds: {
      type: 'boolean',
      summary: 'SSO timestamps are in seconds, not milliseconds',
    },
  },
  examples: [
    'berth provider test manifest.json',
    'berth provider test manifest.json --production --plan dev --plan big --format json',
  ],
  async handle({ args, options, terminal, output }) {
    const manifest = (await readJsonFile(terminal, args.manifest)) as Manifest
    const subject: Subject = {
      manifest,
      endpoints: endpointsOf(manifest, options.production),
      isProduction: options.production,
      plans: options.plan.length > 0 ? options.plan : plansOf(manifest),
      timeout: timeoutOf(options.timeout),
      timestampUnit: options.seconds ? 'seconds' : 'milliseconds',
    }
    await expectAnswer(subject)
    // Imported lazily, because the help loads every command.
    const { runChecks } = await import('#cli/conformance/run-checks.ts')
    const results = await runChecks(subject, { only: options.only })
    output.print(reportOf(subject, results), () => reportText(terminal, subject, results))
    return results.some(hasFailed) ? 1 : 0
  },
})

function endpointsOf(manifest: unknown, isProduction: boolean): Endpoints {
  const name = isProduction ? 'production' : 'test'
  const endpoints = own(own(manifest, 'api'), name)
  const isUsable = ['base_url', 'sso_url'].every((key) => {
    const url = own(endpoints, key)
    return typeof url === 'string' && /^https?:/.test(url) && URL.canParse(url)
  })
  if (!isObject(endpoints) || !isUsable)
    throw new Refusal(`The manifest has no URLs in api.${name}.`, 'Try `berth provider check`.')
  for (const key of ['password', 'sso_salt'])
    if (typeof own(own(manifest, 'api'), key) !== 'string')
      throw new Refusal(`The manifest has no api.${key}.`, 'Try `berth provider check`.')
  return endpoints as Endpoints
}

/** Slugs of the plans that the manifest lists. */
function plansOf(manifest: unknown): string[] {
  const plans = own(manifest, 'plans')
  const slugs = (Array.isArray(plans) ? plans : [])
    .map((plan: unknown) => (isObject(plan) ? own(plan, 'slug') : plan))
    .filter((slug) => typeof slug === 'string')
  return slugs.length > 0 ? slugs : ['dev']
}

function timeoutOf(text: string): number {
  const seconds = Number(text)
  if (!(seconds > 0 && seconds <= 600))
    throw new UsageError(`Invalid --timeout '${text}': use a number of seconds up to 600.`, words)
  return seconds * 1_000
}

async function expectAnswer({ endpoints, timeout }: Subject): Promise<void> {
  for (const url of [endpoints.base_url, endpoints.sso_url]) {
    const { status, failure } = await makeCall({ method: 'GET', url }, timeout)
    if (status === 0)
      throw new Refusal(`${url} does not answer: ${failure}.`, 'Start your service first.')
  }
}
