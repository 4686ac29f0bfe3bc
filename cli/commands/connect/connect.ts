import { defineCommand } from '#cli/define-command.ts'
import { applicationOptions } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { Refusal } from '#cli/refusal.ts'
import { resolveApplication } from '#cli/resolve/application.ts'
import { askSecret } from '#cli/terminal/secret.ts'
import { awaitFirstLook } from './await-head.ts'
import { describeRepository } from './describe-repository.ts'
import { withProposal } from './propose-remote.ts'

export const connect = defineCommand({
  words: 'connect',
  summary: 'Deploy an application from a repository elsewhere, or show which one that is',
  arguments: [
    {
      name: 'url',
      summary: 'Address of the repository, such as https://host/owner/name',
      optional: true,
    },
  ],
  options: {
    branch: {
      type: 'string',
      short: 'b',
      value: 'branch',
      summary:
        'The branch that is deployed; the default one of the repository for a first deployment',
    },
    path: {
      type: 'string',
      value: 'path',
      multiple: true,
      summary: 'Deploy only what changes this folder or file; repeatable',
    },
    tags: {
      type: 'string',
      value: 'pattern',
      multiple: true,
      summary: 'Deploy the newest of these tags instead of a branch, such as v*; repeatable',
    },
    'deploy-key': {
      type: 'boolean',
      summary: 'Read a private repository over SSH, with a key that Berth makes and prints',
    },
    token: {
      type: 'boolean',
      summary: 'Read a private repository with a token of its host, which is asked for',
    },
    wait: {
      type: 'boolean',
      summary: 'Wait until the newest commit is deployed, and fail where it cannot be',
    },
    user: { type: 'string', value: 'name', summary: 'The name that belongs to the token' },
    ...applicationOptions,
  },
  examples: [
    'berth connect https://git.example.org/team/shop --branch main',
    'berth connect git@git.example.org:team/shop.git --deploy-key',
    'berth connect https://git.example.org/team/shop --token < token.txt',
    'berth connect https://git.example.org/team/all --path services/shop',
    "berth connect https://git.example.org/team/shop --tags 'v*'",
    'berth connect',
  ],
  async handle(context) {
    const { args, options, output, terminal } = context
    const { branch, path, tags, user } = options
    const { url } = args
    if (options['deploy-key'] && options.token) {
      throw new Refusal('Give either --deploy-key or --token.')
    }
    const { client } = await openSession(context)
    const application = await resolveApplication(client, context)
    if (url === undefined) {
      const found = await client.connectedRepository.get(application).catch(async (error) => {
        throw await withProposal(error, terminal)
      })
      output.print(found, () => describeRepository(application.name, found))
      return 0
    }
    const token = options.token ? await askSecret(terminal, 'Token:') : undefined
    const connected = await client.connectedRepository.connect(application, {
      url,
      branch,
      user,
      token,
      access: options['deploy-key'] ? 'deploy-key' : undefined,
      paths: path && path.length > 0 ? path : undefined,
      tags: tags && tags.length > 0 ? tags : undefined,
    })
    if (!options.wait) {
      output.print(connected, () => describeRepository(application.name, connected))
      return 0
    }
    const { repository, deployment } = await awaitFirstLook(client, application, connected)
    output.print({ ...repository, deployment: deployment ?? null }, () =>
      [
        describeRepository(application.name, repository),
        ...(deployment ? [`Deployment ${deployment.id}: ${deployment.state}`] : []),
      ].join('\n'),
    )
    return repository.lastError || (deployment && deployment.state !== 'OK') ? 1 : 0
  },
})
