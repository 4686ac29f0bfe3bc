import { defineCommand } from '#cli/define-command.ts'
import { openSession } from '#cli/profiles/session.ts'
import { UsageError } from '#cli/refusal.ts'

const words = 'access-tokens revoke'

export const accessTokensRevoke = defineCommand({
  words,
  summary: 'Revoke the access of a program, or the login of a command-line tool',
  arguments: [{ name: 'token', summary: 'id from the list', optional: true }],
  options: {
    all: { type: 'boolean', summary: 'All of them, including the login of this tool' },
  },
  examples: ['berth access-tokens revoke --all'],
  async handle(context) {
    const { output, args, options } = context
    if ((args.token === undefined) !== options.all)
      throw new UsageError('Pass the id of an access token, or --all.', words)
    const { client } = await openSession(context)
    const answer = args.token
      ? await client.accessTokens.revoke(args.token)
      : await client.accessTokens.revokeAll()
    output.print(answer, () => answer.message)
    return 0
  },
})
