import { askTool } from './ask-tool.ts'
import { readProcfile } from './procfile.ts'
import {
  addonStays,
  isGivenName,
  type SourceApplication,
  type SourceRequest,
} from './source-application.ts'
import { objectOf, objectsOf, textOf } from './tool-output.ts'

/** An application of Heroku, as `heroku` and the Procfile of the folder describe it. */
export async function readHerokuApplication(
  request: SourceRequest & { application: string },
): Promise<SourceApplication> {
  const { terminal, application, withAddonVariables } = request
  const ask = (topic: string) => askTool(terminal, 'heroku', topic, '--json', '--app', application)
  const [config, domains, addons] = await Promise.all([
    ask('config'),
    ask('domains'),
    ask('addons'),
  ])
  const ordered = objectsOf(addons, 'heroku addons').map(toAddon)
  const ofAddons = new Set(withAddonVariables ? [] : ordered.flatMap(({ variables }) => variables))
  const settings = objectOf(config, 'heroku config')
  const carried = Object.keys(settings).filter((name) => !ofAddons.has(name) && !isOfDyno(name))
  const processes = await readProcfile(terminal.folder)
  return {
    platform: 'Heroku',
    name: application,
    type: undefined,
    variables: {
      ...processes.variables,
      ...Object.fromEntries(carried.map((name) => [name, textOf(settings, name, 'heroku config')])),
    },
    domains: objectsOf(domains, 'heroku domains')
      .filter(({ kind }) => kind !== 'heroku')
      .map((domain) => textOf(domain, 'hostname', 'heroku domains'))
      .filter((domain) => !isGivenName(domain)),
    notCarried: [
      ...ordered.map(({ name, service, variables }) => addonStays(name, service, variables)),
      ...processes.notCarried,
      {
        what: 'its buildpacks',
        instead: 'the type decides how it is built: `berth recipe` shows what would run',
      },
      { what: 'its dynos, their size and number', instead: '`berth scale`' },
      {
        what: 'jobs of Heroku Scheduler, if it has some',
        instead: 'write them into `clevercloud/cron.json` of the repository',
      },
    ],
  }
}

/** What a dyno gets from its platform, and an instance from this one. */
const isOfDyno = (name: string) =>
  name === 'PORT' || name === 'DYNO' || /^HEROKU_(?!.*_URL$)/.test(name)

function toAddon(addon: Readonly<Record<string, unknown>>) {
  const service = objectOf(addon.addon_service, 'heroku addons')
  const names = Array.isArray(addon.config_vars) ? addon.config_vars : []
  return {
    name: textOf(addon, 'name', 'heroku addons'),
    service: textOf(service, 'name', 'heroku addons'),
    variables: names.filter((name) => typeof name === 'string'),
  }
}
