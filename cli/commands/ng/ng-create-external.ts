import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { defineCommand } from '#cli/define-command.ts'
import { groupArgument, resolveGroup } from '#cli/network-groups/resolve-group.ts'
import { orgOption } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { newKeyPair } from '#kit/wireguard-keys.ts'

/** What the platform leaves open in a configuration. */
const keyPlaceholder = '<%PrivateKey%>'

export const ngCreateExternal = defineCommand({
  words: 'ng create external',
  summary: 'Let your own machine join a network group with WireGuard',
  description: [
    'Without a public key a new pair is made here: the private key is put into the configuration and never sent anywhere.',
    'Use the configuration with `wg-quick up ./file.conf`, or import it into the WireGuard application.',
  ].join('\n'),
  arguments: [
    { name: 'label', summary: 'label of the machine' },
    groupArgument,
    {
      name: 'public-key',
      summary: 'its WireGuard public key, as `wg pubkey` prints it',
      optional: true,
    },
  ],
  options: {
    out: {
      type: 'string',
      value: 'file',
      summary: 'Write the configuration to a new file that only you can read',
    },
    ...orgOption,
  },
  examples: [
    'berth ng create external laptop backend --out backend.conf',
    'berth ng create external laptop backend "$(wg pubkey < private.key)"',
  ],
  async handle(context) {
    const { output, options, args, terminal } = context
    const { client } = await openSession(context)
    const group = await resolveGroup(client, context, args.group)
    const own = args['public-key'] === undefined ? newKeyPair() : undefined
    const publicKey = own?.publicKey ?? args['public-key'] ?? ''
    const { peer, configuration } = await client.networkGroups.admit(group, {
      label: args.label,
      parentMember: `external_${randomUUID()}`,
      publicKey,
    })
    const file = own ? configuration.replace(keyPlaceholder, own.privateKey) : configuration
    const path = options.out === undefined ? undefined : resolve(terminal.folder, options.out)
    if (path) await writeFile(path, file, { mode: 0o600, flag: 'wx' })
    output.print({ ...peer, configuration: file }, () =>
      path
        ? `${peer.label} may join ${group.label}: its configuration is in ${path}.`
        : `# ${peer.label} may join ${group.label} with this configuration.\n${file}`,
    )
    return 0
  },
})
