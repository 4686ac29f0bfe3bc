import { Refusal } from '#cli/refusal.ts'
import { readJsonFile } from '#cli/resolve/json-file.ts'
import { askTool } from './ask-tool.ts'
import {
  addonStays,
  isGivenName,
  type NotCarried,
  type SourceApplication,
  type SourceRequest,
} from './source-application.ts'
import { objectOf, objectsOf, textOf } from './tool-output.ts'

/** An application of Clever Cloud, as `clever` of clever-tools describes it. */
export async function readCleverApplication(request: SourceRequest): Promise<SourceApplication> {
  const { terminal, withAddonVariables } = request
  const ask = (...words: string[]) => askTool(terminal, 'clever', ...words, '--format', 'json')
  const { id, name, type } = await findApplication(request, await ask('applications', 'list'))
  const [environment, domains] = await Promise.all([
    ask('env', '--app', id),
    ask('domain', '--app', id),
  ])
  const { env, fromAddons, fromDependencies } = objectOf(environment, 'clever env')
  const addons = objectsOf(fromAddons ?? [], 'clever env').map(toGroup)
  const linked = objectsOf(fromDependencies ?? [], 'clever env').map(toGroup)
  return {
    platform: 'Clever Cloud',
    name,
    type,
    variables: {
      ...(withAddonVariables && Object.assign({}, ...addons.map(({ variables }) => variables))),
      ...toVariables(env),
    },
    domains: objectsOf(domains, 'clever domain')
      .map(toDomain)
      .filter((domain) => !isGivenName(domain)),
    notCarried: [
      ...addons.map((addon) => addonStays(addon.name, undefined, addon.names)),
      ...linked.map(linkStays),
      { what: 'its size and number of instances', instead: '`berth scale`' },
    ],
  }
}

async function findApplication({ terminal, application }: SourceRequest, listed: unknown) {
  const all = objectsOf(listed, 'clever applications list')
    .flatMap(({ applications }) => objectsOf(applications, 'clever applications list'))
    .map((entry) => ({
      id: textOf(entry, 'app_id', 'clever applications list'),
      name: textOf(entry, 'name', 'clever applications list'),
      type: textOf(entry, 'type', 'clever applications list'),
    }))
  const wanted = application ?? (await linkedId(terminal))
  const found = all.filter(({ id, name }) => id === wanted || name === wanted)
  const [only, ...others] = found
  if (!only)
    throw new Refusal(
      `\`clever applications list\` has no application '${wanted}'.`,
      'Name one of that list, or log in to the account that owns it with `clever login`.',
    )
  if (others.length > 0)
    throw new Refusal(
      `Several applications are called '${wanted}'.`,
      `Name its id: ${found.map(({ id }) => id).join(', ')}.`,
    )
  return only
}

/** The application that `clever link` has linked to the folder. */
async function linkedId(terminal: SourceRequest['terminal']): Promise<string> {
  const links = await readJsonFile(terminal, '.clever.json').catch(() => {
    throw new Refusal(
      'This folder is not linked to an application of Clever Cloud.',
      'Name the application: `berth migrate clever <name or id>`.',
    )
  })
  const { apps, default: standard } = objectOf(links, '.clever.json')
  const ids = objectsOf(apps, '.clever.json').map((app) => textOf(app, 'app_id', '.clever.json'))
  const [only, ...others] = ids
  const chosen = others.length === 0 ? only : ids.find((id) => id === standard)
  if (chosen !== undefined) return chosen
  throw new Refusal(
    'Several applications of Clever Cloud are linked to this folder.',
    `Name one: ${ids.join(', ')}.`,
  )
}

/** The variables that an add-on or a linked application gives. */
function toGroup(entry: Readonly<Record<string, unknown>>) {
  const variables = toVariables(entry.env)
  return {
    name: textOf(entry, 'addonName', 'clever env'),
    variables,
    names: Object.keys(variables),
  }
}

const toVariables = (list: unknown): Record<string, string> =>
  Object.fromEntries(
    objectsOf(list, 'clever env').map((variable) => [
      textOf(variable, 'name', 'clever env'),
      textOf(variable, 'value', 'clever env'),
    ]),
  )

const linkStays = ({ name, names }: ReturnType<typeof toGroup>): NotCarried => ({
  what: `the link to the application ${name}, which gives ${names.join(', ') || 'no variables'}`,
  instead: `\`berth migrate clever ${name}\`, then \`berth service link-app ${name}\``,
})

/** Without the port, which a platform shows that serves visitors at others than 80 and 443. */
const toDomain = (entry: Readonly<Record<string, unknown>>) =>
  textOf(entry, 'domainWithPathPrefix', 'clever domain').replace(/:\d+(?=\/)|\/$/g, '')
