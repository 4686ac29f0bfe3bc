import { basename } from 'node:path'
import { freeAlias } from '#cli/applications/link.ts'
import { linkApplication } from '#cli/applications/link-application.ts'
import { readLinks } from '#cli/applications/links.ts'
import { defineCommand } from '#cli/define-command.ts'
import { orgOption } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { resolveType } from '#cli/resolve/application-type.ts'
import { duplicateOption, refuseDuplicate } from '#cli/resolve/free-name.ts'
import { chooseOwner } from '#cli/resolve/owner.ts'

export const create = defineCommand({
  words: 'create',
  summary: 'Create an application and link this folder to it',
  description:
    'In a Git repository, also adds the remote `berth` for `git push berth master`.\n' +
    'Without --org the application belongs to your default organisation (`berth organisations use`), or to your only one.',
  arguments: [{ name: 'name', summary: 'name (default: the name of this folder)', optional: true }],
  options: {
    type: {
      type: 'string',
      short: 't',
      value: 'type',
      summary: 'Application type, such as node',
      required: true,
    },
    region: {
      type: 'string',
      short: 'r',
      value: 'zone',
      summary: 'Zone it runs in',
      default: 'par',
    },
    ...orgOption,
    task: {
      type: 'string',
      value: 'command',
      summary: 'Run this command once per deployment instead of serving requests',
    },
    alias: {
      type: 'string',
      short: 'a',
      value: 'alias',
      summary: 'Alias in this folder',
    },
    ...duplicateOption,
  },
  examples: [
    'berth create --type node hello --region par --org acme',
    'berth create --type node nightly --task "node clean.js"',
  ],
  async handle(context) {
    const { terminal, output, options, args } = context
    const name = args.name ?? basename(terminal.folder)
    const links = await readLinks(terminal.folder)
    const alias = freeAlias(links, options.alias, name)

    const { client, profile } = await openSession(context)
    const owner = chooseOwner(await client.summary.get(), options.org)
    refuseDuplicate(
      {
        kind: 'an application',
        name,
        owner: owner.name,
        taken: owner.applications.map((application) => application.name),
        instead: `run \`berth link ${name}\` to link this folder to it`,
      },
      options,
    )
    const kind = resolveType(await client.catalogue.instanceTypes(owner.id), options.type)
    const application = await client.applications.create(owner.id, {
      name,
      description: name,
      zone: options.region,
      instanceType: kind.type,
      instanceVersion: kind.version,
      instanceVariant: kind.variant.id,
      minFlavor: kind.defaultFlavor.name,
      maxFlavor: kind.defaultFlavor.name,
      minInstances: 1,
      maxInstances: 1,
      ...(options.task !== undefined && {
        instanceLifetime: 'TASK',
        env: { CC_RUN_COMMAND: options.task },
      }),
    })
    const { push } = await linkApplication(terminal, profile, links, application, alias)

    output.print(application, () =>
      [
        `Created ${application.name} (${application.id}) in ${owner.name}, zone ${application.zone}.`,
        push
          ? `Deploy it with \`${push}\` or \`berth deploy\`.`
          : 'Deploy it with `berth deploy` once this folder is a Git repository with a commit.',
      ].join('\n'),
    )
    return 0
  },
})
