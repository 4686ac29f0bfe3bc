import { defineCommand } from '#cli/define-command.ts'
import { openSession } from '#cli/profiles/session.ts'
import { WrongUsage } from '#cli/refusal.ts'

const words = 'access-tokens revoke'

export const accessTokensRevoke = defineCommand({
  words,
  summary: 'End what a program was given to act for you, or a login of a command-line tool',
  arguments: [{ name: 'token', summary: 'as it is listed', optional: true }],
  options: {
    all: { type: 'boolean', summary: 'All of them, the one of this tool included' },
  },
  async handle(context) {
    const { output, args, options } = context
    if ((args.token === undefined) !== options.all)
      throw new WrongUsage('Name one access token, or say --all.', words)
    const { client } = await openSession(context)
    const answer = args.token
      ? await client.accessTokens.revoke(args.token)
      : await client.accessTokens.revokeAll()
    output.print(answer, () => answer.message)
    return 0
  },
})
